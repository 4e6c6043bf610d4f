// ---- engine.js: the module as functions over texts and objects, the other side of play.h

function makeEngine(module) {
  const wasi = makeWasi();
  const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: wasi.imports});
  const c = instance.exports;
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  wasi.setMemory(c.memory);
  c._initialize();

  // The texts one after the other, each ended by a zero, and their addresses. A zero inside would end
  // one, so it is replaced.
  function putTexts(...texts) {
    const all = texts.map(text => encoder.encode(text.replaceAll('\0', '\uFFFD')));
    let at = c.room(all.reduce((sum, bytes) => sum + bytes.length + 1, 0));
    if (!at) throw new Error('no memory');
    return all.map(bytes => {
      const place = at, memory = new Uint8Array(c.memory.buffer);
      memory.set(bytes, place);
      memory[place + bytes.length] = 0;
      at += bytes.length + 1;
      return place;
    });
  }

  // a text that the module has printed
  function answer(at) {
    if (!at) throw new Error('no memory');
    const memory = new Uint8Array(c.memory.buffer);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  return {
    words: () => JSON.parse(answer(c.words())),
    check: text => JSON.parse(answer(c.check(...putTexts(text)))),
    start: (text, settings) => JSON.parse(answer(
      c.start(...putTexts(text, settings.method || ''), Number(settings.step) || 0,
        Number(settings.until) || 0))),
    advance: steps => c.advance(steps) !== 0,
    taken: () => c.steps_taken(),
    data: () => answer(c.data()),
    report: () => JSON.parse(answer(c.report())),
    sections: stopped => answer(c.sections(stopped ? 1 : 0)),
  };
}
