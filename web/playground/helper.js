// ---- helper.js: a worker with the module in it, replaced when it does not answer

// the module, unpacked from the page once
async function loadModule() {
  const packed = decodeBytes(document.getElementById('module').textContent);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

class Helper {
  // `answered` gets what the worker says
  constructor(module, answered) {
    Object.assign(this, {module, answered});
    this.begin();
  }

  begin() {
    const text = document.getElementById('worker').textContent;
    const address = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.onmessage = event => this.answered(event.data);
    this.worker.onerror = event => this.answered({broken: event.message});
    this.ask({module: this.module});
  }

  ask(message) {
    this.worker.postMessage(message);
  }

  // whatever it does, it does no longer
  replace() {
    this.worker.terminate();
    this.begin();
  }
}
