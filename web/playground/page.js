// ---- page.js: the editor, the choice of models and methods, running and sharing

const byId = id => document.getElementById(id);
const shippedModels = JSON.parse(byId('shipped').textContent);
const firstModel = 'rattleback';

// A stop is answered within this time, in milliseconds, or the worker is replaced.
const stopPatience = 80;

// keys come faster than checks: one follows when they pause
const checkDelay = 250, checkPatience = 4000;

class Playground {
  constructor() {
    this.editor = new Editor(byId('editor'), () => this.edited());
    this.stage = new Stage(byId('film'), byId('plots'), byId('sections'));
    this.checks = 0;
    this.mistakes = {};
    this.running = this.busy = false;
    this.fillModels();
    this.listen();
  }

  async begin() {
    await this.readAddress();
    const module = await loadModule();
    this.checker = new Helper(module, message => this.checkerSays(message));
    this.runner = new Helper(module, message => this.runnerSays(message));
    this.say('');
    this.check();
    this.start();
  }

  listen() {
    byId('models').addEventListener('change', () => this.choose(byId('models').value));
    byId('methods').addEventListener('change', () => this.start());
    byId('run').addEventListener('click', () => (this.running ? this.stop() : this.start()));
    byId('share').addEventListener('click', () => this.share());
    for (const id of ['step', 'until']) byId(id).addEventListener('change', () => this.start());
    addEventListener('hashchange', () => this.followAddress());
    addEventListener('keydown', event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.start();
    });
  }

  say(text) {
    byId('status').textContent = text;
  }

  // ---- the model

  fillModels() {
    const options = shippedModels.map(m =>
      element('option', {value: m.name, textContent: m.name.replaceAll('_', ' '), title: m.title}));
    byId('models').append(element('option', {value: '', textContent: 'your own'}), ...options);
  }

  // a model that comes with noslip, as long as its text is not changed
  get shippedName() {
    const name = byId('models').value, text = this.editor.text;
    return shippedModels.some(m => m.name === name && m.text === text) ? name : '';
  }

  settings() {
    return {method: byId('methods').value, step: byId('step').value.trim(),
            until: byId('until').value.trim()};
  }

  setSettings({method = '', step = '', until = ''}) {
    const list = byId('methods');
    if (method && ![...list.options].some(o => o.value === method))
      list.append(element('option', {value: method, textContent: method}));
    list.value = method;
    if (!list.options.length) list.append(element('option', {value: '', textContent: 'of the model'}));
    [byId('step').value, byId('until').value] = [step, until];
  }

  setModel(name, text, settings = {}) {
    byId('models').value = name;
    this.editor.text = text;
    this.setSettings(settings);
    this.mistakes = {};
    this.clearStage();
  }

  choose(name) {
    const model = shippedModels.find(m => m.name === name);
    if (!model) return;
    this.setModel(name, model.text);
    history.replaceState(null, '', `#model=${name}`);
    this.check();
    this.start();
  }

  async readAddress() {
    const link = await readLink(location.hash), named = shippedModels.find(m => m.name === link.name);
    const first = shippedModels.find(m => m.name === firstModel) ?? shippedModels[0];
    if (link.text !== undefined) this.setModel('', link.text, link.settings);
    else this.setModel((named ?? first).name, (named ?? first).text, link.settings);
    if (link.problem) this.noteMistake('link', {line: 0, message: link.problem});
  }

  async followAddress() {
    await this.readAddress();
    this.check();
    this.start();
  }

  edited() {
    if (!this.shippedName) byId('models').value = '';
    this.mistakes = {};
    clearTimeout(this.checkLater);
    this.checkLater = setTimeout(() => this.check(), checkDelay);
  }

  // ---- checks

  check() {
    clearTimeout(this.checkLater);
    clearTimeout(this.checkLimit);
    this.checks++;
    this.checker.ask({check: this.editor.text, id: this.checks});
    this.checkLimit = setTimeout(() => this.giveUpCheck(), checkPatience);
  }

  giveUpCheck() {
    clearTimeout(this.checkLimit);
    this.checker.replace();
    this.noteMistake('check', {line: 0, message: 'This text takes too long to check.'});
  }

  checkerSays(message) {
    if (message.words && !this.editor.words) {
      this.editor.words = new Words(message.words);
      this.editor.draw();
    }
    if (message.broken) this.giveUpCheck();
    if (message.id !== this.checks) return;
    clearTimeout(this.checkLimit);
    this.noteMistake('check', message.checked.mistake);
    if (message.checked.methods) this.fillMethods(message.checked);
  }

  // what keeps the run from starting comes before what a check says, and that before a broken link
  noteMistake(from, mistake) {
    this.mistakes[from] = mistake;
    this.showMistake(this.mistakes.run ?? this.mistakes.check ?? this.mistakes.link);
  }

  showMistake(mistake) {
    const node = byId('mistake');
    this.editor.mark(mistake);
    node.hidden = !mistake;
    node.replaceChildren();
    if (!mistake) return;
    const place = mistake.line > 0 && element('button', {
      type: 'button', textContent: `line ${mistake.line}, column ${mistake.column}`,
      onclick: () => this.editor.go(),
    });
    node.append(...(place ? [place] : []), element('pre', {textContent: mistake.message.trimEnd()}));
  }

  fillMethods(checked) {
    const list = byId('methods'), chosen = list.value, advised = new Set(checked.advice.map(a => a.method));
    const option = (name, title) => element('option', {value: name, textContent: name, title});
    const group = (label, options) => element('optgroup', {label}, ...options);
    const fits = checked.methods.filter(m => !m.refusal && !advised.has(m.name));
    const against = checked.advice.filter(a => a.against);
    list.replaceChildren(element('option', {value: '', textContent: 'of the model'}),
      group('suggested', checked.advice.filter(a => !a.against).map(a => option(a.method, a.reason))),
      group('others that treat the model', fits.map(m => option(m.name, m.summary))),
      group('better not', against.map(a => option(a.method, a.reason))));
    this.reasons = new Map(checked.methods.map(m => [m.name, m.summary]));
    for (const a of checked.advice) this.reasons.set(a.method, a.reason);
    list.value = chosen;
    if (list.value !== chosen) this.setSettings({...this.settings(), method: chosen});
    this.showAdvice(checked);
  }

  showAdvice(checked) {
    const method = byId('methods').value, best = checked.advice.find(a => !a.against);
    const name = method || best?.method, reason = this.reasons.get(name);
    byId('advice').textContent =
      !reason ? '' : `${method ? '' : 'Suggested: '}${name}: ${reason}`;
  }

  // ---- runs

  // `busy`: the worker has a run, or what is to be shown of one that was stopped
  start() {
    if (this.busy) this.runner.replace();
    this.running = this.busy = true;
    this.picture = null;
    this.planned = 0;
    this.began = performance.now();
    this.showRunning();
    this.say('');
    this.startedText = this.editor.text;
    this.runner.ask({start: this.startedText, settings: this.settings()});
  }

  stop() {
    this.runner.ask({stop: true});
    this.running = false;
    this.showRunning();
    clearTimeout(this.stopLater);
    this.stopLater = setTimeout(() => {
      this.runner.replace();
      this.finish('stopped; the step was too long to wait for its end');
    }, stopPatience);
  }

  // nothing is computed any more; what is to be shown of it may follow
  stopped(words) {
    clearTimeout(this.stopLater);
    this.running = false;
    this.showRunning();
    this.say(words);
  }

  finish(words) {
    this.busy = false;
    this.stopped(words);
  }

  showRunning() {
    byId('run').textContent = this.running ? 'Stop' : 'Run';
    byId('run').classList.toggle('running', this.running);
    byId('progress').hidden = !this.running;
    byId('progress').value = 0;
  }

  runnerSays(message) {
    if (message.started) this.begun(message.started);
    if (message.stopped) this.stopped('stopped');
    if (message.data) {
      byId('progress').value = this.planned > 0 ? message.taken/this.planned : 0;
      this.taken = message.taken;
      this.showSoon(message.data);
    }
    if (message.ended) {
      this.stage.showSections(message.sections);
      const time = formatNumber(message.seconds, 3);
      this.finish(`${message.ended === 'done' ? '' : 'stopped after '}${this.taken} steps in ${time} s`);
    }
    if (message.broken) {
      this.runner.replace();
      this.finish(`The run broke off: ${message.broken}`);
    }
  }

  // Drawing takes longer than what else the worker says, such as that it has stopped: it waits for that.
  showSoon(data) {
    if (!this.picture) requestAnimationFrame(() => this.showPicture());
    this.picture = data;
  }

  showPicture() {
    const data = this.picture;
    this.picture = null;
    if (data) this.stage.show(data);
  }

  // what was computed of another model is not shown any more
  clearStage() {
    this.picture = null;
    this.stage.clear();
  }

  begun(started) {
    this.planned = started.steps;
    if (this.editor.text === this.startedText) this.noteMistake('run', started.mistake);
    if (started.mistake) {
      this.clearStage();
      this.finish('');
      return;
    }
    this.stage.begin();
    byId('step').placeholder = formatNumber(started.step);
    byId('until').placeholder = formatNumber(started.step*started.steps);
    document.title = `${started.title || started.model} · noslip playground`;
  }

  // ---- sharing

  async share() {
    const name = this.shippedName, model = name ? {name} : {text: this.editor.text};
    history.replaceState(null, '', await writeLink(model, this.settings()));
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('The link is copied; the model is in it.');
    } catch {
      this.say('The address of this page is the link; the model is in it.');
    }
  }
}

const playground = new Playground();
playground.begin().catch(error => playground.say(`The playground cannot begin: ${error.message}`));
