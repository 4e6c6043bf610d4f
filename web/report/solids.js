// ---- solids.js: shapes with an inside. In space they are made of faces; those that look away are left
// out, the others are lighter where the light falls on them, and have two tints, so that a turn is seen.

const lightFrom = unit([0.36, -0.48, 0.8]);

// from its own axes into space
function placed(s, [x, y, z]) {
  const p = s.points[0], a = s.axes;
  return [0, 1, 2].map(c => p[c] + a[0][c]*x + a[1][c]*y + a[2][c]*z);
}

function turned(s, n) {
  return [0, 1, 2].map(c => s.axes[0][c]*n[0] + s.axes[1][c]*n[1] + s.axes[2][c]*n[2]);
}

function faceColour(sketch, colour, normal, dark) {
  const bright = 0.6 + 0.4*Math.max(inner(normal, lightFrom), 0);
  const tint = mix(colour, [255, 255, 255], dark ? 0.08 : 0.55);
  return css(mix([0, 0, 0], tint, sketch.colours.dark ? 0.85*bright : bright));
}

// a face with a normal in its own axes; `both`: it has two sides
function addFace(sketch, s, colour, own, normal, dark, both = false) {
  let n = unit(turned(s, normal));
  const towards = inner(n, sketch.view.eye);
  if (towards <= 0 && !both) return;
  if (towards < 0) n = n.map(x => -x);
  const fill = faceColour(sketch, colour, n, dark);
  sketch.add({fill, stroke: fill, width: 0.7}, own.map(x => placed(s, x)), 2, s.depth);
}

// ---- in space

function drawEllipsoid(sketch, s, colour) {
  const belts = sketch.coarse ? 6 : 14, slices = sketch.coarse ? 8 : 28, [a, b, c] = s.size;
  const at = (i, j) => {
    const polar = Math.PI*i/belts, angle = 2*Math.PI*j/slices;
    return [
      a*Math.sin(polar)*Math.cos(angle), b*Math.sin(polar)*Math.sin(angle),
      c*Math.cos(polar)
    ];
  };
  for (let i = 0; i < belts; i++)
    for (let j = 0; j < slices; j++) {
      const m = at(i + 0.5, j + 0.5), dark = (i < belts/2) !== (Math.floor(4*j/slices) % 2 !== 0);
      const normal = [m[0]/(a*a || 1), m[1]/(b*b || 1), m[2]/(c*c || 1)];
      addFace(
        sketch, s, colour, [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)], normal, dark);
    }
}

function arc(s, from, to, height, count = 13) {
  return Array.from({length: count}, (_, i) => {
    const angle = 2*Math.PI*(from + (to - from)*i/(count - 1));
    return [s.size[0]*Math.cos(angle), s.size[1]*Math.sin(angle), height];
  });
}

// four sectors of two tints
function drawSectors(sketch, s, colour, height, normal, both) {
  for (let q = 0; q < 4; q++)
    addFace(sketch, s, colour, [...arc(s, q/4, (q + 1)/4, height), [0, 0, height]], normal,
      q % 2 === 0, both);
}

function drawRim(sketch, s, colour, width) {
  sketch.add({stroke: css(mix(colour, sketch.colours.ink, 0.35)), width},
    arc(s, 0, 1, 0, 49).map(x => placed(s, x)), 2, s.depth);
}

function drawDisk(sketch, s, colour) {
  drawSectors(sketch, s, colour, 0, [0, 0, 1], true);
  drawRim(sketch, s, colour, 1.5);
}

function drawCylinder(sketch, s, colour) {
  const half = s.size[2]/2, slices = 28;
  for (let j = 0; j < slices; j++) {
    const [p, q] = arc(s, j/slices, (j + 1)/slices, 0, 2), m = arc(s, (j + 0.5)/slices, 1, 0, 2)[0];
    const own = [[p[0], p[1], -half], [q[0], q[1], -half], [q[0], q[1], half], [p[0], p[1], half]];
    addFace(sketch, s, colour, own, m, Math.floor(4*j/slices) % 2 === 0);
  }
  drawSectors(sketch, s, colour, half, [0, 0, 1], false);
  drawSectors(sketch, s, colour, -half, [0, 0, -1], false);
}

function drawBox(sketch, s, colour) {
  const half = s.size.map(x => x/2);
  for (let c = 0; c < 3; c++)
    for (const side of [1, -1]) {
      const [i, j] = [(c + 1) % 3, (c + 2) % 3], normal = [0, 0, 0];
      normal[c] = side;
      const own = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([p, q]) => {
        const x = [0, 0, 0];
        x[c] = side*half[c];
        x[i] = p*half[i];
        x[j] = q*half[j];
        return x;
      });
      addFace(sketch, s, colour, own, normal, c !== 2);
    }
}

// a ring with spokes, in the plane and in space
function drawWheel(sketch, s, colour) {
  const look = {stroke: css(mix(colour, sketch.colours.ink, 0.2)), width: 1.3};
  for (let k = 0; k < 4; k++) {
    const [a, b] = [arc(s, k/8, 1, 0, 2)[0], arc(s, k/8 + 0.5, 1, 0, 2)[0]];
    sketch.add(k === 0 ? {...look, width: 2.6} : look, [placed(s, a), placed(s, b)], 2, s.depth);
  }
  drawRim(sketch, s, colour, 3);
}

// ---- in the plane

function drawFlat(sketch, s, colour) {
  const fill = css(mix(colour, sketch.colours.paper, 0.55)), edge = css(colour);
  const half = s.size.map(x => x/2), box = s.kind === 'box';
  const own = box ?
    [[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]].map(([p, q]) => [p*half[0], q*half[1], 0]) :
    arc(s, 0, 1, 0, sketch.coarse ? 17 : 49);
  sketch.add({fill, stroke: edge, width: 1.6}, own.map(x => placed(s, x)));
  if (!box && !sketch.coarse)
    sketch.add({stroke: edge, width: 1.6}, [placed(s, [0, 0, 0]), placed(s, [s.size[0], 0, 0])]);
}

const solids = {
  ball: drawEllipsoid,
  ellipsoid: drawEllipsoid,
  disk: drawDisk,
  cylinder: drawCylinder,
  box: drawBox,
};

function drawSolid(sketch, s, colour) {
  s.depth = sketch.depthOf(s.points[0]);
  if (s.kind === 'wheel') drawWheel(sketch, s, colour);
  else if (sketch.view.inSpace) (solids[s.kind] || drawEllipsoid)(sketch, s, colour);
  else drawFlat(sketch, s, colour);
}
