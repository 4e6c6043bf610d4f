// ---- axes.js: from numbers to pixels, and the marks of an axis

// a step of 1, 2 or 5 times a power of ten, so that there are about `count`
function niceStep(length, count) {
  const rough = length/count, unit = 10**Math.floor(Math.log10(rough)), share = rough/unit;
  return unit*(share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

// the room around numbers from low to high, a share of their distance: more than their rounding
function roomAround(low, high, share) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return high > low ? Math.max(share*(high - low), 1e-13*size) : size*1e-3 || 1;
}

// An axis from `low` to `high` on pixels from `from` to `to`. A logarithmic one has positive ends.
class Axis {
  constructor(low, high, from, to, log = false) {
    Object.assign(this, {low, high, from, to, log});
    this.bottom = log ? Math.log10(low) : low;
    this.length = (log ? Math.log10(high) : high) - this.bottom || 1;
  }

  pixel(x) {
    const y = this.log ? Math.log10(x) : x;
    return this.from + (this.to - this.from)*(y - this.bottom)/this.length;
  }

  number(pixel) {
    const y = this.bottom + this.length*(pixel - this.from)/(this.to - this.from);
    return this.log ? 10**y : y;
  }

  // numbers with marks, and their texts; between two powers of ten there may be none of them
  marks(count) {
    const powers = this.log ? this.powers(count) : [];
    return powers.length > 1 ? powers : this.multiples(count);
  }

  // texts have the digits by which neighbours differ; where all is rounding there is one mark
  multiples(count) {
    const step = niceStep(this.high - this.low, count), out = [];
    const size = Math.max(Math.abs(this.low), Math.abs(this.high));
    if (!(step > 8*Number.EPSILON*size)) return [{x: this.low, text: formatNumber(this.low, 15)}];
    const unit = Math.floor(Math.log10(step) + 1e-9), places = Math.min(Math.max(-unit, 0), 12);
    const digits = Math.min(Math.max(Math.floor(Math.log10(size)) - unit + 1, 1), 15);
    const last = Math.floor(this.high/step + 1e-9);
    for (let k = Math.ceil(this.low/step - 1e-9); k <= last; k++) {
      const x = k*step;
      if (this.log && x <= 0) continue;
      const text = size >= 1e5 || size < 1e-3 ? formatNumber(x, digits) : x.toFixed(places);
      out.push({x, text: k === 0 ? '0' : text.replace('-', '−')});
    }
    return out;
  }

  powers(count) {
    const every = Math.max(1, Math.ceil(this.length/count)), out = [];
    const digits = this.length < 2 && count > 4 ? [1, 2, 5] : [1];
    for (let k = Math.floor(this.bottom); k <= this.bottom + this.length + 1e-9; k++)
      for (const d of digits) {
        const x = d*10**k, inside = x >= this.low*(1 - 1e-9) && x <= this.high*(1 + 1e-9);
        if (!inside || k % every !== 0) continue;
        out.push({x, text: Math.abs(k) < 3 ? formatNumber(x, 3) : `${d}e${k}`.replace('-', '−')});
      }
    return out;
  }
}
