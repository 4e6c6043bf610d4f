// ---- panels.js: which columns of a run stand together in a panel

// "w[2]'" is a velocity of the family w
function partsOf(name) {
  const parts = /^([^[.']*)(.*?)('*)$/.exec(name);
  return {base: parts[1], index: parts[2], primes: parts[3].length};
}

// Coordinates that are alone stand together, and so do their velocities; a family has its own panel.
function panelOf(column) {
  if (column.group !== 'state') return column.group;
  const {base, index, primes} = partsOf(column.name);
  if (index) return base + (primes ? "'" : '');
  return primes ? 'velocities' : 'coordinates';
}

// how panels of groups look
const panelStyles = {
  energy: {title: 'energy, change from the start', change: true},
  constraint: {title: 'constraint residual', log: true},
  multiplier: {title: 'multipliers'},
  momentum: {title: 'momenta'},
  invariant: {title: 'invariants, change from the start', change: true},
  observable: {title: 'observables'},
};
const panelOrder = ['coordinates', 'observable', 'energy', 'constraint', 'velocities', 'invariant',
  'multiplier', 'momentum'];

function seriesOf(column, x, number) {
  const name = column.name.replace(/^(multiplier|momentum)\./, '');
  return {name, colour: curveColours[number % curveColours.length], x, first: column.first,
    low: column.low, high: column.high, offset: column.offset};
}

// [{title, series, ...}] in the order in which they are shown
function makePanels(rows) {
  const panels = new Map(), most = 24;
  for (const column of rows.columns.slice(1)) {
    const key = panelOf(column);
    if (!panels.has(key)) panels.set(key, {key, title: key, series: [], ...panelStyles[key]});
    const panel = panels.get(key);
    if (panel.series.length < most)
      panel.series.push(seriesOf(column, rows.times, panel.series.length));
  }
  const place = p => {
    const at = panelOrder.indexOf(p.key);
    return at < 0 ? (p.key.endsWith("'") ? 4.5 : 0.5) : at;
  };
  return [...panels.values()].sort((a, b) => place(a) - place(b));
}

// A residual that is zero at all times, or a model without constraints, is not worth a panel.
function isEmpty(panel) {
  return panel.series.every(s => s.high.every(y => !(Math.abs(s.offset + y) > 0)));
}

function showPanels(node, rows, events, clock) {
  const ends = [rows.times[0], rows.times[rows.times.length - 1]].sort((a, b) => a - b);
  if (!(ends[1] > ends[0])) return null;
  const group = new PlotGroup(clock, ...ends), open = 4;
  const panels = makePanels(rows).filter(p => !(p.key === 'constraint' && isEmpty(p)));
  const more = element('details', {className: 'more'}, element('summary', {}, 'More plots'));
  panels.forEach((p, i) => {
    const plot = new Plot(group, {...p, events});
    (i < open ? node : more).append(plot.node);
  });
  if (panels.length > open) node.append(more);
  node.append(element('p', {className: 'hint'},
    'Click sets the time, drag zooms, double click shows all; Ctrl + wheel zooms.'));
  return group;
}
