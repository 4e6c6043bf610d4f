// ---- picture.js: curves in the plane as a study draws them, where x need not grow:
//
//   {title, xlabel, ylabel, log_x, log_y, equal, curves: [{name, dotted, marked, guide, x, y}]}

class Picture {
  constructor(picture) {
    Object.assign(this, picture);
    this.curves.filter(c => !c.guide).forEach((c, i) => {
      c.colour = curveColours[i % curveColours.length];
    });
    this.canvas = element('canvas', {className: 'curves', role: 'img', ariaLabel: this.title});
    this.overlay = element('canvas', {className: 'overlay'});
    this.text = element('p', {className: 'hint'});
    this.node = element('figure', {className: 'card plot tall'},
      element('figcaption', {}, element('b', {textContent: this.title || this.ylabel}),
        element('span', {className: 'tools'}, allButton(() => this.zoom(null)))),
      this.legend(), element('div', {className: 'drawing'}, this.canvas, this.overlay), this.text);
    if (this.trouble)
      this.node.append(element('p', {className: 'warning', textContent: this.trouble}));
    this.point(null);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    repaint(this);
  }

  legend() {
    const items = this.curves.filter(c => c.name).map(c => {
      const swatch = element('i', {className: `colour-${c.colour || 'grey'}`});
      return element('span', {}, swatch, c.name);
    });
    return element('div', {className: 'legend'}, ...items);
  }

  // can it be drawn on these axes?
  shows(c, i) {
    const x = c.x[i], y = c.y[i];
    return x !== null && y !== null && (!this.log_x || x > 0) && (!this.log_y || y > 0);
  }

  // smallest and largest of a coordinate, with some room
  range(key, log) {
    let low = Infinity, high = -Infinity;
    for (const c of this.curves)
      for (let i = 0; i < c.x.length; i++)
        if (this.shows(c, i)) {
          low = Math.min(low, c[key][i]);
          high = Math.max(high, c[key][i]);
        }
    if (low > high) return log ? [0.1, 10] : [-1, 1];
    if (log) return [low*0.8, high*1.25];
    const room = roomAround(low, high, 0.05);
    return [low - room, high + room];
  }

  axes(width, height) {
    const m = plotMargin, right = width - m.right, bottom = height - m.bottom;
    let [left, most, low, top] =
      this.window || [...this.range('x', this.log_x), ...this.range('y', this.log_y)];
    if (this.equal) {  // the same length of a unit on both
      const unit = Math.max((most - left)/(right - m.left), (top - low)/(bottom - m.top));
      const x = (left + most)/2, y = (low + top)/2;
      const wide = unit*(right - m.left)/2, high = unit*(bottom - m.top)/2;
      [left, most, low, top] = [x - wide, x + wide, y - high, y + high];
    }
    this.xAxis = new Axis(left, most, m.left, right, this.log_x);
    this.yAxis = new Axis(low, top, bottom, m.top, this.log_y);
  }

  draw() {
    const {context, width, height} = fitCanvas(this.canvas), colours = theme();
    if (width < 80 || height < 40) return;
    this.axes(width, height);
    drawAxes(context, this.xAxis, this.yAxis, width, height, colours);
    clipCurves(context, width, height);
    for (const c of this.curves) {
      const colour = css(c.guide ? colours.faint : colourOf(c.colour, colours));
      if (!c.dotted) this.drawLine(context, c, colour);
      if (c.dotted || c.marked) this.drawDots(context, c, colour);
    }
    context.restore();
  }

  drawLine(context, c, colour) {
    let open = false;
    Object.assign(context, {strokeStyle: colour, lineWidth: c.guide ? 1 : 1.4, lineJoin: 'round'});
    context.beginPath();
    for (let i = 0; i < c.x.length; i++) {
      const shown = this.shows(c, i);
      if (shown && open) context.lineTo(this.xAxis.pixel(c.x[i]), this.yAxis.pixel(c.y[i]));
      else if (shown) context.moveTo(this.xAxis.pixel(c.x[i]), this.yAxis.pixel(c.y[i]));
      open = shown;
    }
    context.stroke();
  }

  drawDots(context, c, colour) {
    const size = c.marked ? 6 : 1.6;
    context.fillStyle = colour;
    for (let i = 0; i < c.x.length; i++)
      if (this.shows(c, i))
        context.fillRect(this.xAxis.pixel(c.x[i]) - size/2, this.yAxis.pixel(c.y[i]) - size/2, size,
          size);
  }

  // ---- the pointer: move to read, drag to zoom, twice to see all

  listen() {
    const o = this.overlay, place = e => [e.offsetX, e.offsetY];
    o.addEventListener('pointerdown', e => {
      o.setPointerCapture(e.pointerId);
      this.from = place(e);
    });
    o.addEventListener('pointermove', e => this.point(place(e)));
    o.addEventListener('pointerup', e => this.release(place(e)));
    for (const end of ['pointercancel', 'pointerleave'])
      o.addEventListener(end, () => {
        this.from = null;
        this.point(null);
      });
    o.addEventListener('dblclick', () => this.zoom(null));
  }

  // the point that is drawn nearest to a pixel, and where it is
  nearest([x, y]) {
    let best = {far: Infinity};
    for (const c of this.curves)
      for (let i = 0; i < c.x.length; i++) {
        if (!this.shows(c, i)) continue;
        const px = this.xAxis.pixel(c.x[i]), py = this.yAxis.pixel(c.y[i]);
        const far = Math.hypot(px - x, py - y);
        if (far < best.far) best = {far, c, i, px, py};
      }
    return best;
  }

  // what is under the pointer; null: it is elsewhere
  point(at) {
    this.text.textContent = `${this.ylabel} over ${this.xlabel}`;
    if (!this.xAxis) return;
    const {context} = fitCanvas(this.overlay), colours = theme(), {from} = this;
    if (!at) return;
    context.fillStyle = css(colours.faint, 0.18);
    if (from) context.fillRect(...from, at[0] - from[0], at[1] - from[1]);
    const {c, i, px, py} = this.nearest(at);
    if (!c) return;
    context.strokeStyle = css(colours.ink);
    context.strokeRect(px - 4, py - 4, 8, 8);
    const name = c.name ? `${c.name}: ` : '';
    this.text.textContent = `${name}${formatNumber(c.y[i])} at ${formatNumber(c.x[i])}`;
  }

  release(to) {
    const {from} = this, axes = [this.xAxis, this.yAxis];
    this.from = null;
    if (from && axes[0] && from.every((x, i) => Math.abs(to[i] - x) > 4))
      this.zoom(axes.flatMap(
        (axis, i) => [axis.number(from[i]), axis.number(to[i])].sort((a, b) => a - b)));
  }

  // to [left, right, bottom, top], if there are numbers between; null: to all of it
  zoom(window) {
    const between = i => window[i + 1] - window[i] >
      1e-12*Math.max(Math.abs(window[i]), Math.abs(window[i + 1]));
    if (window && !(between(0) && between(2))) return;
    this.window = window;
    this.draw();
    this.point(null);
  }
}
