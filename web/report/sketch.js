// ---- sketch.js: shapes of one instant as lines and polygons, drawn from the farthest to the nearest
//
// A shape is {kind, colour, points, direction, size, axes}: lengths in the units of the model, its own
// axes as vectors.

class Sketch {
  // diagonal: of the box of everything; coarse: there are so many shapes that each has few lines
  constructor(context, view, colours, box, coarse) {
    Object.assign(this, {context, view, colours, box, coarse, pieces: []});
    this.diagonal = length(plus(box.high, box.low, -1)) || 1;
  }

  // look: {fill, stroke, width, dot, head}; layer 0 is under everything, 1 trails of the plane, 2 bodies
  add(look, points, layer = 2, depth = null) {
    const seen = points.map(x => this.view.project(x));
    if (seen.some(x => !(Math.abs(x[0]) < 1e7 && Math.abs(x[1]) < 1e7))) return;
    const mean = depth === null ? seen.reduce((sum, x) => sum + x[2], 0)/seen.length : depth;
    this.pieces.push({look, seen, layer, depth: this.view.inSpace ? mean : 0});
  }

  depthOf(x) {
    return this.view.project(x)[2];
  }

  draw() {
    this.pieces.sort((a, b) => a.layer - b.layer || a.depth - b.depth);
    for (const piece of this.pieces) this.drawPiece(piece);
  }

  drawPiece({look, seen}) {
    const c = this.context;
    c.lineJoin = c.lineCap = 'round';
    c.beginPath();
    if (look.dot) {
      c.arc(seen[0][0], seen[0][1], look.dot, 0, 7);
    } else {
      c.moveTo(seen[0][0], seen[0][1]);
      for (let i = 1; i < seen.length; i++) c.lineTo(seen[i][0], seen[i][1]);
    }
    if (look.fill) {
      c.closePath();
      c.fillStyle = look.fill;
      c.fill();
    }
    if (look.stroke) {
      c.strokeStyle = look.stroke;
      c.lineWidth = look.width || 1;
      c.stroke();
    }
    if (look.head) this.drawHead(look, seen);
  }

  drawHead(look, seen) {
    const c = this.context, [a, b] = [seen[0], seen[seen.length - 1]];
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]), size = Math.min(9, l/2);
    if (!(l > 1)) return;
    const x = (b[0] - a[0])/l, y = (b[1] - a[1])/l;
    c.fillStyle = look.stroke;
    c.beginPath();
    c.moveTo(b[0] + x, b[1] + y);
    c.lineTo(b[0] - size*x - size*y/2, b[1] - size*y + size*x/2);
    c.lineTo(b[0] - size*x + size*y/2, b[1] - size*y - size*x/2);
    c.fill();
  }

  // ---- shapes without an inside

  shape(s) {
    const colour = colourOf(s.colour, this.colours);
    switch (s.kind) {
      case 'point': this.dot(s.points[0], colour, this.coarse ? 2 : 4.5); break;
      case 'rod': this.rod(s, colour); break;
      case 'spring': this.spring(s, colour); break;
      case 'arrow': this.arrow(s.points[0], s.direction, colour); break;
      case 'frame': this.frame(s); break;
      case 'ground': if (!s.curved) this.ground(s); break;
      case 'trail': break;
      default: drawSolid(this, s, colour);
    }
  }

  dot(x, colour, radius) {
    this.add({fill: css(colour), dot: radius}, [x]);
  }

  // in space a long line is several, each at its own depth; grey is for what does not move
  rod(s, colour) {
    const scenery = s.colour === 'grey', parts = this.view.inSpace && !this.coarse ? 6 : 1;
    const look = {stroke: css(colour, scenery ? 0.65 : 1), width: scenery ? 1.3 : 3};
    for (let i = 0; i + 1 < s.points.length; i++) {
      const way = plus(s.points[i + 1], s.points[i], -1);
      for (let k = 0; k < parts; k++)
        this.add(look, [plus(s.points[i], way, k/parts), plus(s.points[i], way, (k + 1)/parts)]);
    }
    if (!scenery && !this.coarse)
      for (const x of s.points) this.dot(x, mix(colour, this.colours.ink, 0.45), 3);
  }

  // lines of what does not move, six numbers each
  lines(numbers) {
    const look = {stroke: css(mix(this.colours.faint, this.colours.paper, 0.25)), width: 1.3};
    for (let i = 0; i + 5 < numbers.length; i += 6)
      this.add(look, [numbers.slice(i, i + 3), numbers.slice(i + 3, i + 6)], this.view.inSpace ? 2 : 0);
  }

  spring(s, colour) {
    const [a, b] = s.points, way = plus(b, a, -1), teeth = 12, points = [a];
    const side = unit(outer(this.view.eye, way)), high = 0.02*this.diagonal;
    points.push(plus(a, way, 0.15));
    for (let i = 0; i < teeth; i++)
      points.push(plus(plus(a, way, 0.15 + 0.7*(i + 0.5)/teeth), side, i % 2 ? high : -high));
    points.push(plus(a, way, 0.85), b);
    this.add({stroke: css(colour), width: 1.8}, points);
  }

  arrow(from, direction, colour, scale = 1) {
    if (length(direction) > 0)
      this.add({stroke: css(colour), width: 2, head: true}, [from, plus(from, direction, scale)]);
  }

  frame(s) {
    const size = s.size[0] || 0.1*this.diagonal;
    ['red', 'green', 'blue'].slice(0, this.view.inSpace ? 3 : 2).forEach((name, i) =>
      this.arrow(s.points[0], s.axes[i], colourOf(name, this.colours), size));
  }

  // ---- the ground, as large as the picture, under the middle of it

  ground(s) {
    const n = unit(s.direction);
    if (!length(n)) return;
    const middle = this.box.low.map((x, i) => (x + this.box.high[i])/2);
    const foot = plus(middle, n, inner(plus(s.points[0], middle, -1), n));
    if (this.view.inSpace) this.sheet(foot, n);
    else this.line(foot, n);
  }

  // how far the corners of the box reach along a direction, and a little more
  span(foot, direction) {
    let low = Infinity, high = -Infinity;
    for (let i = 0; i < 8; i++) {
      const corner = [0, 1, 2].map(c => (i >> c & 1 ? this.box.high[c] : this.box.low[c]));
      const t = inner(plus(corner, foot, -1), direction);
      low = Math.min(low, t);
      high = Math.max(high, t);
    }
    return [low - 0.1*this.diagonal, high + 0.1*this.diagonal];
  }

  line(foot, n) {
    const way = [n[1], -n[0], 0], back = [-n[0] - n[1], -n[1] + n[0], 0];
    const stroke = this.diagonal/90, [low, high] = this.span(foot, way);
    const count = Math.min(Math.floor((high - low)/(2*stroke)), 100);
    for (let i = 0; i < count; i++) {
      const x = plus(foot, way, low + (high - low)*(i + 0.5)/count);
      this.add({stroke: css(this.colours.faint, 0.5)}, [x, plus(x, back, stroke)], 0);
    }
    this.add({stroke: css(this.colours.faint), width: 1.5},
      [plus(foot, way, low), plus(foot, way, high)], 0);
  }

  // a sheet with lines that stay where they are, whatever is looked at
  sheet(foot, n) {
    const b = unit(outer(n, Math.abs(n[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0])), a = outer(b, n);
    const [la, ha] = this.span(foot, a), [lb, hb] = this.span(foot, b);
    const at = (s, t) => plus(plus(foot, a, s), b, t), look = {stroke: css(this.colours.grid)};
    const step = niceStep(Math.max(ha - la, hb - lb), 9);
    this.add(
      {fill: css(this.colours.ground)}, [at(la, lb), at(ha, lb), at(ha, hb), at(la, hb)], 0, -2);
    for (const s of multiplesOf(step, inner(foot, a), la, ha))
      this.add(look, [at(s, lb), at(s, hb)], 0, -1);
    for (const t of multiplesOf(step, inner(foot, b), lb, hb))
      this.add(look, [at(la, t), at(ha, t)], 0, -1);
  }

  // squared paper behind what is in the plane
  paper() {
    const {view, colours} = this, size = [view.width, view.height];
    const half = size.map(x => x/view.scale/2), step = niceStep(2*half[0], 10);
    const middle = view.middle.map((x, c) => x + (c ? 1 : -1)*(view.shift[c] || 0)/view.scale);
    const look = {stroke: css(colours.grid, 0.8)};
    for (const s of multiplesOf(step, middle[0], -half[0], half[0]))
      this.add(look,
        [[middle[0] + s, middle[1] - half[1], 0], [middle[0] + s, middle[1] + half[1], 0]], -1);
    for (const t of multiplesOf(step, middle[1], -half[1], half[1]))
      this.add(look,
        [[middle[0] - half[0], middle[1] + t, 0], [middle[0] + half[0], middle[1] + t, 0]], -1);
  }

  // a length of the model at the lower left
  scaleBar() {
    const {context, view, colours} = this, size = niceStep(view.width/view.scale, 7);
    const x = 14, y = view.height - 12, end = x + size*view.scale;
    context.strokeStyle = context.fillStyle = css(colours.faint);
    context.lineWidth = 1.5;
    strokeLine(context, x, y, end, y);
    strokeLine(context, x, y - 4, x, y + 4);
    strokeLine(context, end, y - 4, end, y + 4);
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'bottom';
    context.fillText(formatNumber(size, 3), (x + end)/2, y - 3);
  }

  // ---- the way of a point, from old to new

  way(points, colour, oldest, newest) {
    const tone = colourOf(colour, this.colours), pieces = Math.min(60, Math.ceil(points.length/8));
    const size = Math.max(1, Math.ceil((points.length - 1)/pieces));
    for (let i = 0; i + 1 < points.length; i += size) {
      const part = points.slice(i, i + size + 1),
            alpha = oldest + (newest - oldest)*i/points.length;
      if (part.every(x => Number.isFinite(x[0])))
        this.add({stroke: css(tone, alpha), width: 1.5}, part, this.view.inSpace ? 2 : 1);
    }
  }
}

// distances from `origin` at which a multiple of the step is, between two
function multiplesOf(step, origin, low, high) {
  const out = [];
  for (let k = Math.ceil((origin + low)/step); k*step <= origin + high && out.length < 200; k++)
    out.push(k*step - origin);
  return out;
}
