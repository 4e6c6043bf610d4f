// ---- stage.js: what a run has shown so far, with the film and the plots of reports

class Stage {
  constructor(film, plots, sections) {
    Object.assign(this, {film, plots, sections, player: null, fresh: true});
  }

  // the next picture is that of another run
  clear() {
    this.player?.clock.pause();
    this.player = null;
    for (const node of [this.film, this.plots, this.sections]) node.replaceChildren();
  }

  // A later picture of a run goes on where the one before was, seen from the same side.
  show(text) {
    const data = JSON.parse(text), rows = readRows(data.rows), before = this.player;
    const clock = new Clock(rows.times[0], rows.times[rows.times.length - 1]);
    const events = data.events.map(([time, kind, name]) => ({time, kind, name}));
    clock.pace = usualPace(clock.start, clock.end);
    before?.clock.pause();
    this.player = new Film(readFilm(data.film), clock);
    this.film.replaceChildren(this.player.node);
    this.plots.replaceChildren();
    showPanels(this.plots, rows, events, clock);
    if (before) this.goOn(before);
    clock.play();
  }

  goOn(before) {
    this.player.view = before.view;
    this.player.clock.set(before.clock.time);
  }

  // Markup that the module has printed, with all texts of the model escaped. Were there more in it, it
  // would not run: the policy of the page allows no script except its own.
  showSections(markup) {
    this.sections.innerHTML = markup;
  }
}
