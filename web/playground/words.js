// ---- words.js: the words of a model by their meaning, for colours

// Lists come from the library itself, so that a new statement has its colour from the day it is there.
class Words {
  constructor(lists) {
    this.kinds = new Map();
    this.add(lists.statements, 'statement');
    this.add([...lists.clauses, ...lists['run items'], ...lists.others], 'clause');
    this.add(lists.functions, 'function');
    this.add(lists.values, 'value');
    this.add(['SO', 'SE'], 'clause');
    this.after = {
      method: new Set(lists.methods),
      draw: new Set(lists.drawings),
      colour: new Set(lists.colours),
    };
  }

  add(list, kind) {
    for (const word of list) this.kinds.set(word, kind);
  }

  // what a word is, behind another one
  kindOf(word, before) {
    return this.after[before]?.has(word) ? 'clause' : this.kinds.get(word);
  }
}

// comment, text, name of a method (which has other characters than words), number, word, sign
const wordPattern = new RegExp(
  '(?<comment>#[^\\n]*)|(?<text>"[^"\\n]*")|(?<method>(?<=\\bmethod[ \\t]+)[a-z][-a-z0-9]*\\*?)' +
  '|(?<number>(?:\\d+(?:\\.(?!\\.)\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?)' +
  '|(?<word>[\\p{L}_][\\p{L}\\p{N}_]*)|(?<sign>[-+*/^=<>\']+)', 'gu');

// [text, kind] one after the other, kind undefined where nothing is to be told
function splitWords(text, words) {
  const pieces = [];
  let at = 0, before = '';
  for (const found of text.matchAll(wordPattern)) {
    const kind = Object.keys(found.groups).find(name => found.groups[name] !== undefined);
    if (found.index > at) pieces.push([text.slice(at, found.index)]);
    const isWord = kind === 'word' || kind === 'method';
    pieces.push([found[0], isWord ? words?.kindOf(found[0], before) : kind]);
    if (isWord) before = found[0];
    at = found.index + found[0].length;
  }
  pieces.push([text.slice(at)]);
  return pieces;
}
