// ---- worker.js: what runs beside the page, so that the page never waits
//
// In: {module}, then {check, id}, {start, settings}, {stop: true}
// Out: {words}, {checked, id}, {started}, {data, taken}, {stopped}, {ended, sections}, {broken}

// The module may be asked for a stop between two batches; they take this long, in milliseconds.
const batchTime = 25;

// a picture of the run so far, at first soon, then less and less often
const firstPicture = 60, pictureGrowth = 1.6, rarestPicture = 1500;

let engine = null, stopping = false, running = false;

// lets messages in, without the delay of a timer
function pause() {
  return new Promise(resolve => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

// as many steps as fit into a batch
function takeBatch(batch) {
  const began = performance.now();
  const goesOn = engine.advance(batch.steps), took = performance.now() - began;
  if (took < batchTime/2) batch.steps = Math.min(2*batch.steps, 1e6);
  else if (took > batchTime) batch.steps = Math.max(1, Math.floor(batch.steps*batchTime/took));
  return goesOn;
}

async function run(text, settings) {
  const started = engine.start(text, settings);
  postMessage({started});
  if (started.mistake) return;
  const batch = {steps: 1}, began = performance.now();
  let next = began + firstPicture, between = firstPicture, goesOn = true;
  while (goesOn && !stopping) {
    goesOn = takeBatch(batch);
    await pause();
    if (performance.now() > next && goesOn && !stopping) {
      postMessage({data: engine.data(), taken: engine.taken()});
      between = Math.min(between*pictureGrowth, rarestPicture);
      next = performance.now() + between;
    }
  }
  const seconds = (performance.now() - began)/1000;
  if (stopping) postMessage({stopped: true});
  postMessage({data: engine.data(), taken: engine.taken()});
  postMessage({ended: stopping ? 'stopped' : 'done', seconds, sections: engine.sections(stopping)});
}

async function startRun(text, settings) {
  running = true;
  stopping = false;
  await run(text, settings);
  running = false;
}

async function answer(message) {
  if (message.module) {
    engine = makeEngine(message.module);
    postMessage({words: engine.words()});
  } else if (message.check !== undefined) {
    postMessage({checked: engine.check(message.check), id: message.id});
  } else if (message.start !== undefined && !running) {
    await startRun(message.start, message.settings);
  } else if (message.stop) {
    stopping = true;
  }
}

// a trap inside the module, or memory that is not there: whoever started this worker makes another one
onmessage = event => answer(event.data).catch(error => postMessage({broken: String(error)}));
