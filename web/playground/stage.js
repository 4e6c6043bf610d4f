// ---- stage.js: what a run has shown so far, with the film and the plots of reports

class Stage {
  constructor(film, plots, sections) {
    Object.assign(this, {film, plots, sections, player: null, fresh: true});
  }

  // a run begins: its film plays until it is paused
  begin() {
    this.fresh = true;
  }

  // the next picture is that of another run
  clear() {
    this.player?.clock.pause();
    this.player = null;
    for (const node of [this.film, this.plots, this.sections]) node.replaceChildren();
  }

  // A later picture of a run goes on where the one before was, seen from the same side, or stands still
  // there.
  show(text) {
    const data = JSON.parse(text), rows = readRows(data.rows), before = this.player;
    const clock = new Clock(rows.times[0], rows.times[rows.times.length - 1]);
    const events = data.events.map(([time, kind, name]) => ({time, kind, name}));
    const plays = this.fresh || !before || before.clock.playing;
    clock.pace = usualPace(clock.start, clock.end);
    before?.clock.pause();
    this.fresh = false;
    this.player = new Film(readFilm(data.film), clock, before?.trails);
    this.film.replaceChildren(this.player.node);
    this.plots.replaceChildren();
    showPanels(this.plots, rows, events, clock);
    if (before) this.goOn(before);
    if (plays) clock.play();
    else clock.tell();
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
