// ---- results.js: comparisons, orders and studies, from the JSON that noslip has written

function showResults(node, results) {
  if (Array.isArray(results)) for (const study of results) node.append(showStudy(study));
  else if (results.pictures) showStudyRun(node, results);
  else if (results.study) node.append(showStudy(results));
  else if (results.methods.some(m => m.points)) showOrders(node, results);
  else showComparison(node, results);
  return {results};
}

// a table; cells are texts, numbers or elements
function tableOf(heads, rows) {
  const cell = x => (typeof x === 'number'
    ? element('td', {className: 'number', textContent: formatNumber(x, 4)})
    : element('td', {}, x === null || x === undefined ? '' : x));
  return element('div', {className: 'scroll'}, element('table', {},
    element('tr', {}, ...heads.map(h => element('th', {textContent: h}))),
    ...rows.map(row => element('tr', {}, ...row.map(cell)))));
}

function card(heading, ...children) {
  return element(
    'section', {className: 'card'}, element('h2', {textContent: heading}), ...children);
}

function warningsOf(results) {
  return (results.warnings || []).map(w => element('p', {className: 'warning', textContent: w}));
}

// a series of plain numbers; null is none
function plainSeries(name, number, x, y) {
  const first = Float64Array.from(y, v => (v === null ? NaN : v));
  return {name, colour: curveColours[number % curveColours.length], x: Float64Array.from(x), first,
    low: first, high: first, offset: 0};
}

// ---- methods side by side

function showComparison(node, results) {
  const methods = results.methods.filter(m => m.samples);
  const row = m => [element('code', {textContent: m.method}), m.order,
    m.energy && m.energy.max_error, m.energy && m.energy.trend,
    m.constraint && m.constraint.max_error, m.newton && m.newton.iterations/m.steps, 1e6*m.wall_seconds/m.steps];
  const heads = ['method', 'order', 'energy', 'trend', 'constraint', 'iterations per step',
    'µs per step'];
  node.append(card(`${results.model}: ${results.steps} steps, h = ${formatNumber(results.step)}`,
    tableOf(heads, results.methods.map(row)), ...warningsOf(results)));
  if (methods.length === 0) return;
  const group = new PlotGroup(null, 0, Math.max(...methods.map(m => Math.max(...m.samples.t))));
  group.low = group.whole[0] = Math.min(...methods.map(m => m.samples.t[0]));
  const add = (title, get) => {
    const series = methods.filter(m => Array.isArray(get(m)))
      .map((m, i) => plainSeries(m.method, i, m.samples.t, get(m)));
    if (series.some(s => s.first.some(y => y > 0)))
      node.append(new Plot(group, {title, series, log: true}).node);
  };
  add('error of the energy', m => m.samples.energy);
  add('constraint residual', m => m.samples.constraint);
  for (const name of Object.keys(methods[0].samples.invariants || {}))
    add(`error of ${name}`, m => m.samples.invariants[name]);
}

// ---- orders

function showOrders(node, results) {
  const kinds = Object.keys(results.components), rows = [];
  for (const m of results.methods)
    rows.push([element('code', {textContent: m.method}), ...kinds.flatMap(k => {
      const fit = m.fit && m.fit[k];
      return fit ? [fit.slope, fit.order] : [null, null];
    })]);
  node.append(card(
    `${results.model}: errors at t = ${formatNumber(results.until)}, against ${results.against}`,
    tableOf(['method', ...kinds.flatMap(k => [`slope of ${k}`, 'order'])], rows),
    ...warningsOf(results)));
  const steps =
    results.methods.flatMap(m => (m.points || []).map(p => p.step)).sort((a, b) => a - b);
  if (steps.length < 2) return;
  const group = new PlotGroup(null, steps[0]/1.2, steps[steps.length - 1]*1.2, true);
  for (const k of kinds) {
    const series = results.methods.filter(m => m.points).map((m, i) => {
      const points = [...m.points].sort((a, b) => a.step - b.step);
      return plainSeries(m.method, i, points.map(p => p.step), points.map(p => p.error[k]));
    });
    node.append(
      new Plot(group, {title: `error of ${k} against the step`, series, log: true, dots: true})
        .node);
  }
}

// ---- studies

const verdictOf = e =>
  element('span', {className: `verdict ${e.failed ? 'lost' : 'kept'}`, textContent: e.verdict});

function expectationRow(e) {
  const expected = element('span', {className: 'expected',
    textContent: `${e.relation} ${formatNumber(e.expected, 10)}`});
  const source = [e.source, e.printed_text, e.because].filter(Boolean).join('; ');
  return [verdictOf(e), element('code', {textContent: e.what}), expected,
    formatNumber(e.measured, 10), e.printed === null ? '' : e.printed, source];
}

function showMeasure(m) {
  const most = 500, names = m.labels || [];
  const rows = m.values.slice(0, most).map((x, i) => [names[i] || `${i + 1}`, formatNumber(x, 12)]);
  const heading = element('summary', {}, element('code', {textContent: m.name}),
    ` ${m.values.length} number${m.values.length === 1 ? '' : 's'}`);
  return element('details', {}, heading, tableOf(['', 'value'], rows));
}

function showStudy(study) {
  const summary = `${study.study}: ${study.met} expectations met, ${study.failed} not, ` +
    `${study.left_out} left out${study.quick ? ' (quick)' : ''}`;
  return card(study.title || study.study,
    element('p', {className: 'summary', textContent: summary}),
    tableOf(['', 'what', 'expected', 'measured', 'printed', 'source'],
      study.expectations.map(expectationRow)),
    ...study.measures.filter(m => m.values.length > 0).map(showMeasure));
}

// a study with its pictures, as `noslip report` has run it
function showStudyRun(node, {study, pictures}) {
  node.append(showStudy(study));
  const grid = element('div', {className: 'pictures'});
  for (const p of pictures) grid.append(new Picture(p).node);
  node.append(grid);
}
