// ---- editor.js: a text area, and below it the same text in colours
//
// The area has the text, the caret and the keys; its letters are transparent. What is seen is the layer
// below, which has the same letters at the same places.

// controls and marks of direction, which would show something else than the text
const hiddenPattern = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

// longer texts are shown without colours: each key would take too long
const longestColoured = 100000;

class Editor {
  constructor(place, changed) {
    this.words = null;
    this.mistake = null;
    this.changed = changed;
    this.numbers = element('div', {className: 'numbers', ariaHidden: 'true'});
    this.layer = element('pre', {className: 'layer', ariaHidden: 'true'});
    this.area = element('textarea', {
      className: 'area', spellcheck: false, wrap: 'off', autocomplete: 'off', ariaLabel: 'model',
      oninput: () => this.edited(), onscroll: () => this.scrolled(),
      onkeydown: event => this.key(event),
    });
    this.area.setAttribute('autocapitalize', 'off');
    place.append(this.numbers, element('div', {className: 'text'}, this.layer, this.area));
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text.replaceAll('\0', '\uFFFD');
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.area.setSelectionRange(0, 0);
    this.mistake = null;
    this.draw();
  }

  edited() {
    this.mistake = null;
    this.draw();
    this.changed();
  }

  // line and column from 1, in characters
  mark(mistake) {
    this.mistake = mistake && mistake.line > 0 ? mistake : null;
    this.draw();
  }

  // the offsets in the text that are marked; of a place at the end of a line the character before
  markedRange() {
    if (!this.mistake) return [0, 0];
    const lines = this.text.split('\n'), {line, column, length} = this.mistake;
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const letters = [...(lines[line - 1] ?? '')];
    const from = Math.max(0, Math.min(column - 1, letters.length - 1));
    const start = before + letters.slice(0, from).join('').length;
    return [start, start + letters.slice(from, from + length).join('').length];
  }

  // put the caret at the mistake
  go() {
    const [from, to] = this.markedRange(), height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.focus();
    this.area.setSelectionRange(from, to);
    this.area.scrollTop = Math.max(0, (this.mistake.line - 6)*height);
  }

  // ---- drawing

  draw() {
    const [from, to] = this.markedRange(), pieces = [];
    let at = 0;
    const split = this.text.length > longestColoured ? [[this.text]] : splitWords(this.text, this.words);
    for (const [text, kind] of split) {
      const cuts = [0, from - at, to - at, text.length].filter(x => x >= 0 && x <= text.length);
      for (let i = 0; i + 1 < cuts.length; i++)
        this.push(pieces, text.slice(cuts[i], cuts[i + 1]), kind, at + cuts[i] >= from && at + cuts[i] < to);
      at += text.length;
    }
    this.layer.replaceChildren(...pieces, '\n');
    this.drawNumbers();
    this.scrolled();
  }

  push(pieces, text, kind, marked) {
    if (text === '') return;
    const name = `${kind ?? ''}${marked ? ' mistake' : ''}`.trim(), shown = this.showHidden(text);
    if (name === '') pieces.push(...shown);
    else pieces.push(element('span', {className: name}, ...shown));
  }

  // characters that are not seen become a mark without a width of its own
  showHidden(text) {
    const parts = [];
    let at = 0;
    for (const found of text.matchAll(hiddenPattern)) {
      parts.push(text.slice(at, found.index), element('span', {className: 'hidden'}));
      at = found.index + found[0].length;
    }
    parts.push(text.slice(at));
    return parts.filter(part => part !== '');
  }

  drawNumbers() {
    const count = this.text.split('\n').length, wrong = this.mistake?.line ?? 0;
    if (this.count === count && this.wrong === wrong) return;
    [this.count, this.wrong] = [count, wrong];
    const lines = [];
    for (let i = 1; i <= count; i++)
      lines.push(element('div', {className: i === wrong ? 'wrong' : '', textContent: String(i)}));
    this.numbers.replaceChildren(...lines);
  }

  scrolled() {
    this.layer.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.numbers.scrollTop = this.area.scrollTop;
  }

  // ---- keys

  // Tab indents; with Escape before it, it leaves the area, as it does elsewhere
  key(event) {
    if (event.key === 'Tab' && !event.shiftKey && !this.escaped) {
      event.preventDefault();
      this.area.setRangeText('  ', this.area.selectionStart, this.area.selectionEnd, 'end');
      this.edited();
    }
    this.escaped = event.key === 'Escape';
  }
}
