// ---- plot.js: curves in a panel. Where the numbers come from is the caller's business:
//
//   a series is {name, colour, x, first, low, high, offset}: at x[i] it is offset + first[i], and
//   between x[i] and x[i + 1] it reaches from offset + low[i] to offset + high[i]
//
// Panels of one group have one range of time and one cursor.

// what panels have in common; without a clock there is a cursor only under the pointer
class PlotGroup {
  constructor(clock, low, high, log = false) {
    Object.assign(this, {clock, low, high, log, panels: [], hover: null});
    this.whole = [low, high];
    if (clock) clock.listen(() => this.moveCursor());
  }

  zoom(low, high) {
    const least = (this.whole[1] - this.whole[0])*1e-6;
    if (high - low < least) return;
    this.low = Math.max(low, this.whole[0]);
    this.high = Math.min(high, this.whole[1]);
    for (const p of this.panels) p.draw();
  }

  reset() {
    this.zoom(...this.whole);
  }

  setHover(time) {
    this.hover = time;
    this.moveCursor();
  }

  moveCursor() {
    for (const p of this.panels) p.drawCursor();
  }

  get cursor() {
    return this.hover === null && this.clock ? this.clock.time : this.hover;
  }
}

const plotMargin = {left: 68, right: 12, top: 8, bottom: 24};

// a canvas with as many pixels as the screen has; returns its context in units of the page
function fitCanvas(canvas) {
  const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  const width = Math.max(1, Math.round(box.width*ratio));
  const height = Math.max(1, Math.round(box.height*ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, box.width, box.height);
  return {context, width: box.width, height: box.height};
}

const allButton = onclick =>
  element('button', {type: 'button', textContent: 'all', title: 'the whole range', onclick});

class Plot {
  // options: title, series, log, change (from the start), dots, events: [{time, kind, name}]
  constructor(group, options) {
    Object.assign(this, {group, log: false, change: false, dots: false, events: []}, options);
    this.hidden = new Set(this.series.slice(6).map(s => s.name));
    this.canvas = element('canvas', {className: 'curves'});
    this.overlay = element('canvas', {className: 'overlay'});
    this.legend = element('div', {className: 'legend'});
    this.node = element('figure', {className: `card plot${this.dots ? ' tall' : ''}`}, this.head(),
      this.legend, element('div', {className: 'drawing'}, this.canvas, this.overlay));
    this.fillLegend();
    this.listen();
    group.panels.push(this);
    repaint(this);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    new IntersectionObserver(entries => {  // the cursor of what is not seen is not drawn
      this.seen = entries[entries.length - 1].isIntersecting;
      if (this.seen) this.drawCursor();
    }).observe(this.canvas);
  }

  head() {
    const toggle = (word, hint, key) => element('button', {
      type: 'button', textContent: word, title: hint, ariaPressed: String(this[key]),
      onclick: e => {
        this[key] = !this[key];
        e.currentTarget.ariaPressed = String(this[key]);
        this.draw();
      },
    });
    const tools = element('span', {className: 'tools'},
      toggle('log', 'logarithmic axis of sizes', 'log'), allButton(() => this.group.reset()));
    if (this.group.clock) tools.prepend(toggle('Δ', 'change from the start', 'change'));
    return element('figcaption', {}, element('b', {textContent: this.title}), tools);
  }

  fillLegend() {
    this.values = new Map();
    for (const s of this.series) {
      const value = element('output', {});
      const swatch = element('i', {className: `colour-${s.colour}`});
      const item = element('button', {
        type: 'button', ariaPressed: String(!this.hidden.has(s.name)),
        title: 'show or hide', onclick: () => {
          if (!this.hidden.delete(s.name)) this.hidden.add(s.name);
          item.ariaPressed = String(!this.hidden.has(s.name));
          this.draw();
        },
      }, swatch, element('span', {textContent: s.name}), value);
      this.values.set(s, value);
      this.legend.append(item);
    }
    const more = this.series.length - 8;
    if (more < 2) return;
    this.legend.classList.add('short');
    this.legend.append(element('button', {
      type: 'button',
      className: 'rest',
      textContent: `${more} more …`,
      onclick: () => this.legend.classList.remove('short')
    }));
  }

  get shown() {
    return this.series.filter(s => !this.hidden.has(s.name));
  }

  // the number that is drawn for a change y of series s
  value(s, y) {
    const x = this.change ? y : s.offset + y;
    return this.log ? Math.abs(x) : x;
  }

  // ---- drawing

  // smallest and largest number in the window; of a logarithmic axis those above zero
  rangeOf(from, to) {
    let low = Infinity, high = -Infinity;
    for (const s of this.shown)
      for (let i = from(s); i <= to(s); i++)
        for (const y of [s.first[i], s.low[i], s.high[i]]) {
          const x = this.value(s, y);
          if (!Number.isFinite(x) || (this.log && x <= 0)) continue;
          if (x < low) low = x;
          if (x > high) high = x;
        }
    if (low > high) return this.log ? [1e-16, 1] : [-1, 1];
    if (this.log) {
      low = Math.max(low, high*1e-20);
      return [10**Math.floor(Math.log10(low)), 10**Math.ceil(Math.log10(high)*(1 + 1e-12) + 1e-9)];
    }
    const room = roomAround(low, high, 0.06);
    return [low - room, high + room];
  }

  layout(width, height) {
    const m = plotMargin, {low, high} = this.group;
    const from = s => Math.max(indexAt(s.x, low) - 1, 0);
    const to = s => Math.min(indexAt(s.x, high) + 1, s.x.length - 1);
    const [bottom, top] = this.rangeOf(from, to);
    this.from = from;
    this.to = to;
    this.xAxis = new Axis(low, high, m.left, width - m.right, this.group.log);
    this.yAxis = new Axis(bottom, top, height - m.bottom, m.top, this.log);
  }

  draw() {
    const {context, width, height} = fitCanvas(this.canvas);
    if (width < 80 || height < 40) return;
    this.layout(width, height);
    const colours = theme();
    drawAxes(context, this.xAxis, this.yAxis, width, height, colours);
    clipCurves(context, width, height);
    for (const s of this.shown) this.drawCurve(context, s, css(colourOf(s.colour, colours)));
    context.restore();
    this.drawEvents(context, height, colours);
    this.drawCursor();
  }

  // a line through the first numbers, and in each bucket a stroke from the smallest to the largest
  drawCurve(context, s, colour) {
    context.strokeStyle = colour;
    context.lineWidth = 1.4;
    context.lineJoin = 'round';
    context.beginPath();
    let open = false;
    for (let i = this.from(s); i <= this.to(s); i++) {
      const y = this.value(s, s.first[i]);
      if (!Number.isFinite(y) || (this.log && y <= 0)) {
        open = false;
        continue;
      }
      const px = this.xAxis.pixel(s.x[i]), py = this.yAxis.pixel(y);
      if (open) context.lineTo(px, py);
      else context.moveTo(px, py);
      open = true;
      if (s.high[i] > s.low[i]) this.addStroke(context, s, i, px, py);
    }
    context.stroke();
    if (this.dots) this.drawDots(context, s, colour);
  }

  drawDots(context, s, colour) {
    context.fillStyle = colour;
    for (let i = 0; i < s.x.length; i++) {
      context.beginPath();
      context.arc(this.xAxis.pixel(s.x[i]), this.yAxis.pixel(this.value(s, s.first[i])), 3.2, 0, 7);
      context.fill();
    }
  }

  addStroke(context, s, i, px, py) {
    const a = this.value(s, s.low[i]), b = this.value(s, s.high[i]);
    const least = this.yAxis.log ? this.yAxis.low : -Infinity;
    context.lineTo(px, this.yAxis.pixel(Math.max(a, least)));
    context.lineTo(px, this.yAxis.pixel(Math.max(b, least)));
    context.moveTo(px, py);
  }

  // small triangles at the lower end
  drawEvents(context, height, colours) {
    const y = height - plotMargin.bottom;
    let last = -Infinity;
    context.fillStyle = css(colours.faint);
    for (const e of this.events) {
      const x = this.xAxis.pixel(e.time);
      if (x < this.xAxis.from - 1 || x > this.xAxis.to + 1 || x - last < 2) continue;
      last = x;
      context.beginPath();
      context.moveTo(x, y - 6);
      context.lineTo(x - 3, y);
      context.lineTo(x + 3, y);
      context.fill();
    }
  }

  drawCursor() {
    if (!this.xAxis || !this.seen) return;
    const {context, height} = fitCanvas(this.overlay), colours = theme(), time = this.group.cursor;
    const x = this.xAxis.pixel(time);
    for (const [s, output] of this.values)
      output.textContent =
        this.hidden.has(s.name) || time === null ? '' : formatNumber(this.at(s, time));
    this.drawSelection(context, height, colours);
    if (time === null || x < this.xAxis.from - 1 || x > this.xAxis.to + 1) return;
    context.strokeStyle = css(colours.ink, this.group.hover === null ? 0.45 : 0.8);
    strokeLine(context, x, plotMargin.top, x, height - plotMargin.bottom);
    for (const s of this.shown) {
      const y = this.yAxis.pixel(this.value(s, this.changeAt(s, time)));
      if (!(y >= plotMargin.top - 4 && y <= height - plotMargin.bottom + 4)) continue;
      context.fillStyle = css(colourOf(s.colour, colours));
      context.beginPath();
      context.arc(x, y, 3, 0, 7);
      context.fill();
    }
  }

  drawSelection(context, height, colours) {
    if (!this.drag || !this.drag.moved) return;
    context.fillStyle = css(colours.faint, 0.18);
    context.fillRect(this.drag.from, plotMargin.top, this.drag.to - this.drag.from,
      height - plotMargin.top - plotMargin.bottom);
  }

  // the change of a series at a time, between two points on the line that joins them
  changeAt(s, time) {
    const i = indexAt(s.x, time), k = Math.min(i + 1, s.x.length - 1), step = s.x[k] - s.x[i];
    const share = step ? Math.min(Math.max((time - s.x[i])/step, 0), 1) : 0;
    return share === 0 ? s.first[i] : s.first[i] + (s.first[k] - s.first[i])*share;
  }

  at(s, time) {
    const y = this.changeAt(s, time);
    return this.change ? y : s.offset + y;
  }

  // ---- the pointer: move to read, click to set the time, drag to zoom, twice to see all

  listen() {
    const o = this.overlay;
    const place = e => e.clientX - o.getBoundingClientRect().left;
    o.addEventListener('pointerdown', e => {
      o.setPointerCapture(e.pointerId);
      this.drag = {from: place(e), to: place(e), moved: false};
    });
    o.addEventListener('pointermove', e => {
      if (this.drag) {
        this.drag.to = place(e);
        this.drag.moved = Math.abs(this.drag.to - this.drag.from) > 4;
      }
      if (this.xAxis) this.group.setHover(this.clamp(this.xAxis.number(place(e))));
    });
    o.addEventListener('pointerleave', () => this.group.setHover(null));
    o.addEventListener('pointercancel', () => this.forget());
    o.addEventListener('pointerup', e => this.release(place(e)));
    o.addEventListener('dblclick', () => this.group.reset());
    o.addEventListener('wheel', e => {
      if (!e.ctrlKey && !e.shiftKey) return;
      e.preventDefault();
      const g = this.group, t = this.xAxis.number(place(e));
      const factor = Math.exp((e.deltaY || e.deltaX)*0.002);
      g.zoom(t - (t - g.low)*factor, t + (g.high - t)*factor);
    }, {passive: false});
  }

  clamp(time) {
    return Math.min(Math.max(time, this.group.low), this.group.high);
  }

  // a finger that scrolls the page does not zoom
  forget() {
    this.drag = null;
    this.group.setHover(null);
  }

  release(x) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || !this.xAxis) return;
    if (!drag.moved) {
      if (this.group.clock) this.group.clock.set(this.clamp(this.xAxis.number(x)));
      return;
    }
    const ends = [this.xAxis.number(drag.from), this.xAxis.number(drag.to)].sort((a, b) => a - b);
    this.group.zoom(this.clamp(ends[0]), this.clamp(ends[1]));
  }
}

function strokeLine(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

// nothing is drawn beside the axes, until the context is restored
function clipCurves(context, width, height) {
  const m = plotMargin;
  context.save();
  context.beginPath();
  context.rect(m.left, m.top, width - m.left - m.right, height - m.top - m.bottom);
  context.clip();
}

// grid and numbers of two axes
function drawAxes(context, xAxis, yAxis, width, height, colours) {
  const m = plotMargin;
  context.font = '11px system-ui, sans-serif';
  context.lineWidth = 1;
  context.strokeStyle = css(colours.grid);
  context.fillStyle = css(colours.faint);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const mark of xAxis.marks(width/90)) {
    const x = Math.round(xAxis.pixel(mark.x)) + 0.5;
    strokeLine(context, x, m.top, x, height - m.bottom);
    const room = context.measureText(mark.text).width/2 + 1;
    context.fillText(mark.text, Math.min(x, width - room), height - m.bottom + 6);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const mark of yAxis.marks(height/34)) {
    const y = Math.round(yAxis.pixel(mark.x)) + 0.5;
    strokeLine(context, m.left, y, width - m.right, y);
    context.fillText(mark.text, m.left - 6, y);
  }
}
