// ---- view.js: how shapes are seen, in the plane as they are, in space from far away:
//
//   u = x cos a + y sin a                          to the right
//   v = z cos e + (y cos a - x sin a) sin e        upwards
//   w = z sin e - (y cos a - x sin a) cos e        towards the eye

class View {
  constructor(inSpace) {
    this.inSpace = inSpace;
    this.azimuth = 30;
    this.elevation = 22;
    this.zoom = 1;
    this.middle = [0, 0, 0];  // the point in the middle of the picture
    this.shift = [0, 0];      // and how far it was moved, in pixels
    this.turn(0, 0);
  }

  turn(around, above) {
    const degree = Math.PI/180;
    this.azimuth += around;
    this.elevation = Math.min(Math.max(this.elevation + above, -90), 90);
    this.ca = Math.cos(degree*this.azimuth);
    this.sa = Math.sin(degree*this.azimuth);
    this.ce = Math.cos(degree*this.elevation);
    this.se = Math.sin(degree*this.elevation);
  }

  // u, v and w of a direction
  rotate([x, y, z]) {
    if (!this.inSpace) return [x, y, z];
    const back = y*this.ca - x*this.sa;
    return [x*this.ca + y*this.sa, z*this.ce + back*this.se, z*this.se - back*this.ce];
  }

  // the unit vector towards the eye
  get eye() {
    return this.inSpace ? [this.sa*this.ce, -this.ca*this.ce, this.se] : [0, 0, 1];
  }

  // fit a box into a picture of this size
  fit(box, width, height) {
    this.middle = box.low.map((x, i) => (x + box.high[i])/2);
    this.width = width;
    this.height = height;
    this.scale = this.zoom*(this.inSpace ? this.fitSphere(box) : this.fitBox(box));
  }

  fitBox(box) {
    const wide = box.high[0] - box.low[0] || 1e-9, high = box.high[1] - box.low[1] || 1e-9;
    return 0.88*Math.min(this.width/wide, this.height/high);
  }

  // the corners as they are seen from the usual height, whichever way the eye goes around
  fitSphere(box) {
    const half = box.high.map((x, i) => (x - box.low[i])/2);
    const across = Math.hypot(half[0], half[1]) || 1e-9;
    const up = half[2]*Math.cos(0.38) + across*Math.sin(0.38);
    return 0.46*Math.min(this.width/across, this.height/(up || 1e-9));
  }

  // pixels of a point, and its depth
  project(x) {
    const [u, v, w] =
      this.rotate([x[0] - this.middle[0], x[1] - this.middle[1], x[2] - this.middle[2]]);
    return [
      this.width/2 + this.shift[0] + this.scale*u,
      this.height/2 + this.shift[1] - this.scale*v, w
    ];
  }
}

// ---- vectors

const plus = (a, b, s = 1) => [a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]];
const inner = (a, b) => a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
const outer = (a, b) => [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]];
const length = a => Math.sqrt(inner(a, a));
const unit = a => {
  const l = length(a);
  return l > 0 ? a.map(x => x/l) : [0, 0, 0];
};

// the columns of the rotation of a quaternion, which need not have length 1
function axesOf([x, y, z, w]) {
  const s = 2/(x*x + y*y + z*z + w*w || 1);
  return [
    [1 - s*(y*y + z*z), s*(x*y + w*z), s*(x*z - w*y)],
    [s*(x*y - w*z), 1 - s*(x*x + z*z), s*(y*z + w*x)],
    [s*(x*z + w*y), s*(y*z - w*x), 1 - s*(x*x + y*y)],
  ];
}
