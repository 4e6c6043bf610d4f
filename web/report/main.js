// ---- main.js: from the numbers in the page to what is seen

function showRun(data) {
  const film = readFilm(data.film), times = film.frames.times;
  const clock = new Clock(times[0], times[times.length - 1]);
  clock.pace = usualPace(clock.start, clock.end);
  const player = new Film(film, clock);
  document.getElementById('film').append(player.node);
  const plots = document.getElementById('plots');
  const events = data.events.map(([time, kind, name]) => ({time, kind, name}));
  if (plots && data.rows) showPanels(plots, readRows(data.rows), events, clock);
  clock.tell();
  return {clock, player};
}

function showPage() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const shown = data.kind === 'results' ?
    showResults(document.getElementById('results'), data.results) :
    showRun(data);
  globalThis.noslip = shown;  // for those who look at it from a console
}

showPage();
