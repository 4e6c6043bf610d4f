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

// Characters that cannot be seen, but change what is shown, as text: \u202e. Of runs they are so already.
function plainText(text) {
  const hidden =
    /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  return text.replace(hidden, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

function readData(text) {
  const data = JSON.parse(text);
  if (data.kind !== 'results') return data;
  return JSON.parse(text, (key, x) => (typeof x === 'string' ? plainText(x) : x));
}

function showPage() {
  const data = readData(document.getElementById('data').textContent);
  const shown = data.kind === 'results' ?
    showResults(document.getElementById('results'), data.results) :
    showRun(data);
  globalThis.noslip = shown;  // for those who look at it from a console
}

showPage();
