// ---- film.js: shapes in motion on a canvas. The film is what readFilm makes of numbers; the time is that of
// a clock.

// {dimension, shapes: [{kind, colour, name, points, at}], frames, ways}
function readFilm(film) {
  let at = 0;
  const shapes = film.shapes.map(s => {
    const shape = {...s, at};
    at += 3*s.points + (hasDirection(s) ? 3 : 0) + (hasTurn(s) ? 7 : 0);
    return shape;
  });
  return {dimension: film.dimension, shapes, frames: readTrack(film.frames), ways: readTrack(film.ways)};
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
  const out = {kind: s.kind, colour: s.colour, points};
  if (hasDirection(s)) out.direction = three(at);
  if (hasTurn(s)) {
    out.size = three(at);
    at += 3;
    out.axes = axesOf([number(at), number(at + 1), number(at + 2), number(at + 3)]);
  }
  return out;
}

// the box of everything over all frames, the ground apart
function boxOf(film) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const include = (x, reach) => {
    for (let c = 0; c < 3; c++) {
      if (!Number.isFinite(x[c])) continue;
      low[c] = Math.min(low[c], x[c] - (film.dimension === 3 || c < 2 ? reach : 0));
      high[c] = Math.max(high[c], x[c] + (film.dimension === 3 || c < 2 ? reach : 0));
    }
  };
  const every = Math.max(1, Math.floor(film.frames.count*film.shapes.length/20000));
  for (let i = 0; i < film.frames.count; i += every) {
    const number = numbersAt(film.frames, film.frames.times[i]);
    for (const s of film.shapes) {
      if (s.kind === 'ground') continue;
      const seen = shapeAt(s, number), half = s.kind === 'box' || s.kind === 'cylinder' ? 0.6 : 1;
      const reach = seen.size ? half*Math.max(...seen.size.map(Math.abs)) : 0;
      for (const x of seen.points) include(x, reach);
      if (seen.direction) include(plus(seen.points[0], seen.direction), 0);
    }
  }
  for (let c = 0; c < 3; c++) if (low[c] > high[c]) low[c] = high[c] = 0;
  const size = Math.max(...high.map((x, c) => x - low[c])) || 2;  // nothing is thinner than a part of this
  for (let c = 0; c < film.dimension; c++) {
    const missing = 0.02*size - (high[c] - low[c])/2;
    if (missing > 0) {
      low[c] -= missing;
      high[c] += missing;
    }
  }
  return {low, high};
}

class Film {
  constructor(film, clock) {
    Object.assign(this, {film, clock, trails: true, pictures: 0});
    this.box = boxOf(film);
    this.view = new View(film.dimension === 3);
    this.bodies = film.shapes.filter(s => s.kind !== 'trail');
    this.trailShapes = film.shapes.filter(s => s.kind === 'trail');
    this.canvas = element('canvas', {className: 'film', tabIndex: 0, ariaLabel: 'the model in motion'});
    this.node = element('div', {className: 'player'}, this.canvas, this.controls());
    this.listen();
    clock.listen(() => this.update());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    if (darkScheme && darkScheme.addEventListener) darkScheme.addEventListener('change', () => this.draw());
  }

  // ---- controls

  controls() {
    const {clock} = this;
    this.button = element('button', {type: 'button', className: 'play', onclick: () => this.toggle()});
    this.slider = element('input', {type: 'range', min: 0, max: 10000, step: 1, value: 0,
      ariaLabel: 'time', oninput: () => clock.set(clock.start + (clock.end - clock.start)*this.slider.value/10000)});
    this.label = element('output', {className: 'time'});
    const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10], base = clock.pace;
    const speed = element('select', {title: 'speed', ariaLabel: 'speed', onchange: () => {
      clock.pace = base*Number(speed.value);
    }}, ...speeds.map(x => element('option', {value: x, textContent: `${x}×`, selected: x === 1})));
    const check = element('input', {type: 'checkbox', checked: true, onchange: () => {
      this.trails = check.checked;
      this.draw();
    }});
    const trails = element('label', {}, check, 'trails');
    const row = element('div', {className: 'controls'}, this.button, this.slider, this.label, speed);
    if (this.trailShapes && this.trailShapes.length > 0) row.append(trails);
    row.append(element('button', {type: 'button', textContent: '⌂', title: 'the usual view',
      onclick: () => this.resetView()}));
    return row;
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
    view.fit(this.box, width, height);
    const sketch = new Sketch(context, view, theme(), this.box, this.bodies.length > 150);
    const number = numbersAt(film.frames, this.clock.time);
    for (const s of this.bodies) sketch.shape(shapeAt(s, number));
    if (this.trails)
      this.trailShapes.forEach((s, k) => sketch.way(this.wayOf(k, shapeAt(s, number).points[0]), s.colour));
    sketch.draw();
    this.pictures++;
  }

  // the places of trail k up to now, and where its point is; of a long way the last part
  wayOf(k, now) {
    const {times, numbers} = this.film.ways, most = 1500;
    const end = indexAt(times, this.clock.time), points = [];
    const get = (n, i) => (typeof numbers[n] === 'number' ? numbers[n] : numbers[n][i]);
    for (let i = Math.max(0, end - most); i <= end; i++)
      points.push([get(3*k, i), get(3*k + 1, i), get(3*k + 2, i)]);
    points.push(now);
    return points;
  }
}

// How much time passes in a second: as it is, if that takes three to forty seconds, otherwise so that
// it takes fifteen
function usualPace(start, end) {
  const length = Math.abs(end - start);
  return length >= 3 && length <= 40 ? 1 : length/15 || 1;
}
