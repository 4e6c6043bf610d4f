// ---- format.js: numbers as text, colours, elements of the page

// up to `digits` digits, with an exponent where it is shorter
function formatNumber(x, digits = 6) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x), text = x.toPrecision(digits);
  if (size < 1e6 && size >= 1e-4 && !text.includes('e'))
    return trimZeros(text).replace('-', '−');
  const [mantissa, power] = x.toExponential(digits - 1).split('e');
  return trimZeros(mantissa).replace('-', '−') + 'e' + power.replace('+', '').replace('-', '−');
}

function trimZeros(text) {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

// colours of shapes and curves, by the names of the model language; most eyes can tell them apart
const colourNames = {
  blue: [0x00, 0x72, 0xb2], red: [0xd5, 0x5e, 0x00], green: [0x00, 0x9e, 0x73],
  purple: [0xcc, 0x79, 0xa7], orange: [0xe6, 0x9f, 0x00], sky: [0x56, 0xb4, 0xe9],
  grey: [0x6d, 0x72, 0x78], black: [0x20, 0x23, 0x26],
};
const curveColours = ['blue', 'red', 'green', 'purple', 'orange', 'sky', 'grey', 'black'];

// between two colours, as three numbers
function mix(a, b, share) {
  return a.map((x, i) => x + (b[i] - x)*share);
}

function css(colour, alpha = 1) {
  const [r, g, b] = colour.map(Math.round);
  return alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`;
}

const darkScheme = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)');

// What is painted again, by its draw(), when the scheme of colours changes. It is not kept alive: the
// playground makes new plots again and again.
const painted = new Set();

function repaint(object) {
  for (const ref of painted) if (!ref.deref()) painted.delete(ref);
  painted.add(new WeakRef(object));
}

if (darkScheme && darkScheme.addEventListener)
  darkScheme.addEventListener('change', () => painted.forEach(ref => ref.deref()?.draw()));

// what lines, texts and papers are drawn with; those of the style sheet
function theme() {
  return darkScheme && darkScheme.matches
    ? {paper: [0x17, 0x1a, 0x1f], ink: [0xe4, 0xe6, 0xe9], faint: [0x9a, 0xa1, 0xa9],
       grid: [0x2c, 0x31, 0x38], ground: [0x22, 0x26, 0x2c], dark: true}
    : {paper: [0xff, 0xff, 0xff], ink: [0x1e, 0x22, 0x27], faint: [0x6a, 0x72, 0x7a],
       grid: [0xe3, 0xe6, 0xea], ground: [0xf0, 0xf2, 0xf5], dark: false};
}

// a colour by its name, so that it is seen on this paper
function colourOf(name, paper = theme()) {
  const colour = colourNames[name] || colourNames.blue;
  return paper.dark ? mix(colour, [255, 255, 255], name === 'black' ? 0.75 : 0.22) : colour;
}

// an element with properties and children; texts become text, never markup
function element(tag, properties = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (name in e && name !== 'list') e[name] = value;
    else e.setAttribute(name, value);
  }
  e.append(...children);
  return e;
}
