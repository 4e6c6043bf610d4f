// ---- film.js: shapes in motion on a canvas. The film is what readFilm makes of numbers; the time is
// that of a clock.

// {dimension, shapes: [{kind, colour, name, points, at}], moving: some of them, frames, ways}
function readFilm(film) {
  let at = 0;
  const shapes = film.shapes.map(s => {
    const shape = {...s, at};
    at += 3*s.points + (hasDirection(s) ? 3 : 0) + (hasTurn(s) ? 7 : 0);
    return shape;
  });
  const frames = readTrack(film.frames), ways = readTrack(film.ways);
  const moves = s => s.kind !== 'ground' &&
    Array.from({length: 3*s.points}, (_, i) => frames.numbers[s.at + i])
      .some(x => typeof x !== 'number');
  return {dimension: film.dimension, shapes, moving: shapes.filter(moves), frames, ways,
    ground: film.ground || []};
}

const hasDirection = s => s.kind === 'arrow' || s.kind === 'ground';
const hasTurn = s => !hasDirection(s) && !['point', 'rod', 'spring', 'trail'].includes(s.kind);

// The numbers of a track at a time, between two frames by a straight line
function numbersAt(track, time) {
  const i = indexAt(track.times, time), k = Math.min(i + 1, track.count - 1);
  const step = track.times[k] - track.times[i], share = step ? (time - track.times[i])/step : 0;
  return n => {
    const x = track.numbers[n];
    return typeof x === 'number' ? x : x[i] + (x[k] - x[i])*Math.min(Math.max(share, 0), 1);
  };
}

// a shape as the sketch draws it
function shapeAt(s, number) {
  const three = at => [number(at), number(at + 1), number(at + 2)];
  const points = Array.from({length: s.points}, (_, i) => three(s.at + 3*i));
  let at = s.at + 3*s.points;
  const out = {kind: s.kind, colour: s.colour, points, curved: s.curved};
  if (hasDirection(s)) out.direction = three(at);
  if (hasTurn(s)) {
    out.size = three(at);
    at += 3;
    out.axes = axesOf([number(at), number(at + 1), number(at + 2), number(at + 3)]);
  }
  return out;
}

// ---- boxes {low, high}

const emptyBox = () =>
  ({low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity]});

function includePoint(box, x, reach, dimension) {
  for (let c = 0; c < 3; c++) {
    if (!Number.isFinite(x[c])) continue;
    const more = c < dimension ? reach : 0;
    box.low[c] = Math.min(box.low[c], x[c] - more);
    box.high[c] = Math.max(box.high[c], x[c] + more);
  }
}

// what shapes take up at an instant; the ground has no end
function includeShapes(box, shapes, number, dimension) {
  for (const s of shapes) {
    if (s.kind === 'ground') continue;
    const seen = shapeAt(s, number), half = s.kind === 'box' || s.kind === 'cylinder' ? 0.6 : 1;
    const reach = seen.size ? half*Math.max(...seen.size.map(Math.abs)) || 0 : 0;
    for (const x of seen.points) includePoint(box, x, reach, dimension);
    if (seen.direction) includePoint(box, plus(seen.points[0], seen.direction), 0, dimension);
  }
  return box;
}

// the same box, without sides that have no length or no end
function soundBox({low, high}, dimension) {
  for (let c = 0; c < 3; c++) if (low[c] > high[c]) low[c] = high[c] = 0;
  const size = Math.max(...high.map((x, c) => x - low[c])) || 2;
  for (let c = 0; c < dimension; c++) {
    const missing = Math.max(0.02*size - (high[c] - low[c])/2, 0);
    low[c] -= missing;
    high[c] += missing;
  }
  return {low, high};
}

const diagonalOf = box => length(plus(box.high, box.low, -1));

// of everything over all frames, and the largest that the moving shapes take up at one instant
function boxesOf(film) {
  const whole = emptyBox(), {dimension, frames} = film;
  const every = Math.max(1, Math.floor(frames.count*film.shapes.length/20000));
  let half = [0, 0, 0];
  for (let i = 0; i < frames.count; i += every) {
    const number = numbersAt(frames, frames.times[i]);
    includeShapes(whole, film.shapes, number, dimension);
    const now = soundBox(includeShapes(emptyBox(), film.moving, number, dimension), dimension);
    half = half.map((x, c) => Math.max(x, (now.high[c] - now.low[c])/2));
  }
  return {whole: soundBox(whole, dimension), half};
}

class Film {
  constructor(film, clock, trails = true) {
    Object.assign(this, {film, clock, trails, pictures: 0});
    const {whole, half} = boxesOf(film);
    Object.assign(this, {whole, half});
    // bodies that would be dots beside their way, a fiftieth of it, are looked at from nearby
    this.follows = diagonalOf(whole) > 50*2*length(half);
    this.view = new View(film.dimension === 3);
    this.bodies = film.shapes.filter(s => s.kind !== 'trail');
    this.trailShapes = film.shapes.filter(s => s.kind === 'trail');
    this.canvas =
      element('canvas', {className: 'film', tabIndex: 0, ariaLabel: 'the model in motion'});
    this.node = element('div', {className: 'player'}, this.canvas, this.controls());
    this.listen();
    clock.listen(() => this.update());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    repaint(this);
  }

  // ---- controls

  controls() {
    const {clock} = this;
    this.button =
      element('button', {type: 'button', className: 'play', onclick: () => this.toggle()});
    this.slider = element('input', {type: 'range', min: 0, max: 10000, step: 1, value: 0,
      ariaLabel: 'time', oninput: () => this.scrub(this.slider.value/10000)});
    this.label = element('output', {className: 'time'});
    const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10], base = clock.pace;
    const option = x => element('option', {value: x, textContent: `${x}×`, selected: x === 1});
    const speed = element('select', {title: 'speed', ariaLabel: 'speed'}, ...speeds.map(option));
    speed.addEventListener('change', () => {
      clock.pace = base*Number(speed.value);
    });
    const row =
      element('div', {className: 'controls'}, this.button, this.slider, this.label, speed);
    if (this.trailShapes.length > 0) row.append(this.checkbox('trails', 'trails'));
    if (this.film.moving.length > 0) row.append(this.checkbox('follows', 'follow'));
    row.append(element('button', {type: 'button', textContent: '⌂', title: 'the usual view',
      onclick: () => this.resetView()}));
    return row;
  }

  scrub(share) {
    this.clock.set(this.clock.start + (this.clock.end - this.clock.start)*share);
  }

  checkbox(key, word) {
    const box = element('input', {type: 'checkbox', checked: this[key], onchange: () => {
      this[key] = box.checked;
      this.draw();
    }});
    return element('label', {}, box, word);
  }

  toggle() {
    if (this.clock.playing) this.clock.pause();
    else this.clock.play();
  }

  resetView() {
    this.view = new View(this.film.dimension === 3);
    this.draw();
  }

  update() {
    const {clock} = this, share = (clock.time - clock.start)/(clock.end - clock.start || 1);
    this.button.textContent = clock.playing ? '❚❚' : '▶';
    this.button.title = clock.playing ? 'pause' : 'play';
    this.slider.value = Math.round(10000*share);
    this.label.textContent = `t = ${formatNumber(clock.time, 4)}`;
    this.draw();
  }

  // drag turns the view of space and moves that of the plane; the wheel with Ctrl makes it larger
  listen() {
    const c = this.canvas, pointers = new Map();
    c.addEventListener('pointerdown', e => {
      c.setPointerCapture(e.pointerId);
      pointers.set(e.pointerId, [e.clientX, e.clientY]);
    });
    c.addEventListener('pointermove', e => {
      const before = pointers.get(e.pointerId);
      if (!before) return;
      this.drag(e.clientX - before[0], e.clientY - before[1], e.shiftKey || pointers.size > 1);
      pointers.set(e.pointerId, [e.clientX, e.clientY]);
    });
    for (const end of ['pointerup', 'pointercancel'])
      c.addEventListener(end, e => pointers.delete(e.pointerId));
    c.addEventListener('dblclick', () => this.resetView());
    c.addEventListener('wheel', e => {
      if (!e.ctrlKey && !e.shiftKey) return;
      e.preventDefault();
      this.view.zoom *= Math.exp(-(e.deltaY || e.deltaX)*0.002);
      this.draw();
    }, {passive: false});
    c.addEventListener('keydown', e => this.key(e));
  }

  drag(x, y, move) {
    if (this.view.inSpace && !move) this.view.turn(-0.4*x, 0.4*y);
    else this.view.shift = [this.view.shift[0] + x, this.view.shift[1] + y];
    this.draw();
  }

  key(e) {
    const {clock} = this, step = (clock.end - clock.start)/200;
    if (e.key === ' ') this.toggle();
    else if (e.key === 'ArrowRight') clock.set(clock.time + step);
    else if (e.key === 'ArrowLeft') clock.set(clock.time - step);
    else if (e.key === '+') this.view.zoom *= 1.2;
    else if (e.key === '-') this.view.zoom /= 1.2;
    else return;
    e.preventDefault();
    this.draw();
  }

  // ---- the picture

  draw() {
    const {context, width, height} = fitCanvas(this.canvas), {film, view} = this;
    if (width < 20 || height < 20 || film.frames.count === 0) return;
    const number = numbersAt(film.frames, this.clock.time), box = this.boxNow(number);
    view.fit(box, width, height);
    const sketch = new Sketch(context, view, theme(), box, this.bodies.length > 150);
    if (!view.inSpace) sketch.paper();
    for (const s of this.bodies) sketch.shape(shapeAt(s, number));
    sketch.lines(film.ground);
    if (this.trails)
      this.trailShapes.forEach(
        (s, k) => this.drawTrail(sketch, s, k, shapeAt(s, number).points[0]));
    sketch.draw();
    sketch.scaleBar();
    this.pictures++;
  }

  // what is looked at: everything, or the surroundings of what moves
  boxNow(number) {
    if (!this.follows) return this.whole;
    const {dimension, moving} = this.film;
    const now = soundBox(includeShapes(emptyBox(), moving, number, dimension), dimension);
    const middle = now.low.map((x, c) => (x + now.high[c])/2), room = 5*Math.max(...this.half);
    const half = this.half.map((x, c) => (c < dimension ? Math.max(x, room) : 0));
    return {low: plus(middle, half, -1), high: plus(middle, half)};
  }

  // the way so far, and faintly all of it
  drawTrail(sketch, s, k, now) {
    const {times} = this.film.ways, end = indexAt(times, this.clock.time), most = 2500;
    sketch.way(this.places(k, 0, times.length - 1, 800), s.colour, 0.13, 0.13);
    sketch.way([...this.places(k, Math.max(0, end - most), end, most), now], s.colour, 0.25, 0.85);
  }

  // the places of trail k from one index to another, not more than this many
  places(k, from, to, most) {
    const {numbers} = this.film.ways, step = Math.max(1, Math.ceil((to - from)/most)), points = [];
    const get = (n, i) => (typeof numbers[n] === 'number' ? numbers[n] : numbers[n][i]);
    for (let i = from; i <= to; i += step)
      points.push([get(3*k, i), get(3*k + 1, i), get(3*k + 2, i)]);
    return points;
  }
}

// How much time passes in a second: as it is, if that takes three to forty seconds, otherwise so that
// it takes fifteen
function usualPace(start, end) {
  const length = Math.abs(end - start);
  return length >= 3 && length <= 40 ? 1 : length/15 || 1;
}
