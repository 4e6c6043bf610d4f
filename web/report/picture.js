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
    this.node = element('figure', {className: 'card plot tall'},
      element('figcaption', {}, element('b', {textContent: this.title || this.ylabel})),
      this.legend(), element('div', {className: 'drawing'}, this.canvas),
      element('p', {className: 'hint', textContent: `${this.ylabel} over ${this.xlabel}`}));
    if (this.trouble)
      this.node.append(element('p', {className: 'warning', textContent: this.trouble}));
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
    const room = 0.05*(high - low) || Math.abs(high)*1e-3 || 1;
    return [low - room, high + room];
  }

  axes(width, height) {
    const m = plotMargin, right = width - m.right, bottom = height - m.bottom;
    let [left, most] = this.range('x', this.log_x), [low, top] = this.range('y', this.log_y);
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
    for (const c of this.curves) {
      const colour = css(c.guide ? colours.faint : colourOf(c.colour, colours));
      if (!c.dotted) this.drawLine(context, c, colour);
      if (c.dotted || c.marked) this.drawDots(context, c, colour);
    }
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
}
