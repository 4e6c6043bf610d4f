// A browser, driven over its debugging pipe: open pages, look at them, say what was found. Used by
// test_browser.c:
//
//   node browser.js CHROMIUM CHECK PAGE [CHECK PAGE ...]
//
// prints a line for each page, `good PAGE: ...` or `bad PAGE: ...`. With PICTURES=FOLDER in the
// environment it
// leaves a picture of each there.

'use strict';
const {spawn} = require('child_process');
const {writeFileSync} = require('fs');
const {basename, join} = require('path');

const [chromium, ...asked] = process.argv.slice(2);

// ---- the browser: messages are JSON, each ended by a zero

class Browser {
  constructor(path) {
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars',
      '--remote-debugging-pipe', '--window-size=1400,1000', '--disable-extensions',
      '--no-first-run', '--disable-background-networking'];
    this.child = spawn(path, flags, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.number = 0;
    this.text = '';
    this.waiting = new Map();
    this.listeners = [];
    this.messages = [];  // of the console, and exceptions
    this.requests = [];  // addresses that were asked for
    this.child.stdio[4].setEncoding('utf8').on('data', data => this.read(data));
  }

  read(data) {
    this.text += data;
    for (let end; (end = this.text.indexOf('\0')) >= 0; this.text = this.text.slice(end + 1)) {
      const message = JSON.parse(this.text.slice(0, end));
      if (message.id) this.waiting.get(message.id)(message);
      else this.note(message);
    }
  }

  note({method, params}) {
    if (['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].includes(method))
      this.messages.push(JSON.stringify(params).slice(0, 500));
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    for (const f of this.listeners) f(method);
  }

  async send(method, params = {}) {
    const answer = await new Promise(done => {
      this.waiting.set(++this.number, done);
      const message = {id: this.number, method, params, sessionId: this.session};
      this.child.stdio[3].write(JSON.stringify(message) + '\0');
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  async open() {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    this.session = (await this.send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    for (const domain of ['Runtime', 'Log', 'Page', 'Network']) await this.send(`${domain}.enable`);
    await this.send('Performance.enable', {timeDomain: 'threadTicks'});
  }

  // load a file; milliseconds from the start to when its program has run
  async load(path) {
    const loaded =
      new Promise(done => this.listeners.push(m => m === 'Page.loadEventFired' && done()));
    await this.send('Page.navigate', {url: `file://${path}`});
    await loaded;
    return this.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart ||' +
      ' performance.now()');
  }

  // milliseconds that the page has computed so far, without those in which others did
  async computed() {
    const {metrics} = await this.send('Performance.getMetrics');
    return 1000*metrics.find(m => m.name === 'TaskDuration').value;
  }

  async evaluate(expression) {
    const answer = await this.send('Runtime.evaluate',
      {expression, awaitPromise: true, returnByValue: true});
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.text}`);
    return answer.result.value;
  }

  async mouse(type, x, y, more = {}) {
    await this.send(
      'Input.dispatchMouseEvent', {type, x, y, button: 'left', clickCount: 1, ...more});
  }

  async screenshot(path) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png'});
    writeFileSync(path, Buffer.from(data, 'base64'));
  }

  close() {
    this.child.kill();
  }
}

let faults = [];
function expect(good, sentence) {
  if (!good) faults.push(sentence);
}

// ---- what is looked at

const canvasText = `document.querySelector('canvas.film').toDataURL()`;

// Pictures in a second, and whether they differ. Where other programs take the processor there are fewer
// than there could be: then what a picture takes to compute decides.
async function play(browser) {
  const before = await browser.evaluate(canvasText), start = await browser.computed();
  const [pictures, seconds] = await browser.evaluate(`new Promise(done => {
    const {clock, player} = noslip, first = player.pictures, start = performance.now();
    clock.play();
    setTimeout(() => {
      clock.pause();
      done([player.pictures - first, (performance.now() - start)/1000]);
    }, 500);
  })`);
  const taken = (await browser.computed() - start)/pictures;
  expect(before !== await browser.evaluate(canvasText), 'the canvas does not change while it plays');
  expect(pictures/seconds >= 30 || taken <= 1000/30, `a picture takes ${taken} ms`);
  return `${Math.round(pictures/seconds)} pictures in a second, ${taken.toFixed(1)} ms each`;
}

const center = selector => `(() => {
  const e = document.querySelector(${JSON.stringify(selector)});
  e.scrollIntoView({block: 'center'});
  const b = e.getBoundingClientRect();
  return [b.left + b.width/2, b.top + b.height/2, b.width];
})()`;

// hover, click, zoom, all again, a logarithmic axis
async function usePlots(browser) {
  const [x, y, width] = await browser.evaluate(center('.plot .overlay'));
  const value = () =>
    browser.evaluate(`document.querySelector('.plot .legend output').textContent`);
  const range = () =>
    browser.evaluate(`document.querySelector('.plot canvas.curves').toDataURL().length`);
  const start = await value();
  await browser.mouse('mouseMoved', x, y);
  expect(await value() !== start, 'the pointer does not show another value');
  await browser.mouse('mousePressed', x, y);
  await browser.mouse('mouseReleased', x, y);
  const time = await browser.evaluate('noslip.clock.time/noslip.clock.end');
  expect(time > 0.2 && time < 0.8, `a click in the middle sets the time to ${time} of the end`);
  const curves = () =>
    browser.evaluate(`document.querySelector('.plot canvas.curves').toDataURL()`);
  const whole = await curves();
  await browser.mouse('mousePressed', x - width/8, y);
  await browser.mouse('mouseMoved', x + width/8, y, {buttons: 1});
  await browser.mouse('mouseReleased', x + width/8, y);
  expect(await curves() !== whole, 'dragging does not zoom');
  await browser.evaluate(`document.querySelector('.plot .tools button:last-child').click()`);
  expect(await curves() === whole, '`all` does not show the whole range again');
  await browser.evaluate(`document.querySelector('.plot .tools button:nth-child(2)').click()`);
  expect(await curves() !== whole, '`log` does not change the axis');
  expect(await range() > 1000, 'there are no curves');
}

// in space the view turns when it is dragged
async function turn(browser) {
  const [x, y] = await browser.evaluate(center('canvas.film'));
  const before = await browser.evaluate(canvasText);
  await browser.mouse('mousePressed', x, y);
  await browser.mouse('mouseMoved', x + 80, y + 10, {buttons: 1});
  await browser.mouse('mouseReleased', x + 80, y + 10);
  expect(await browser.evaluate(canvasText) !== before, 'dragging does not turn the view');
}

const checks = {
  async run(browser) {
    const told = await play(browser);
    await usePlots(browser);
    await turn(browser);
    return told;
  },

  async film(browser) {
    return play(browser);
  },

  async results(browser) {
    const plots = await browser.evaluate(`document.querySelectorAll('.plot, table').length`);
    expect(plots > 0, 'there is no table and no plot');
    return `${plots} tables and plots`;
  },

  // nothing of a model has become markup, and nothing of it runs; a script that is added does not
  // run either
  async hostile(browser) {
    expect(
      await browser.evaluate('typeof window.hostile') === 'undefined', 'a text of the model runs');
    expect(
      await browser.evaluate(`document.querySelectorAll('img, main script, b.label').length`) === 0,
      'a text of the model is markup');
    expect((await browser.evaluate('document.body.innerText')).includes('window.hostile'),
      'the text of the model is not shown');
    const quiet = browser.messages.length;
    await browser.evaluate(`document.body.insertAdjacentHTML('beforeend',
      '<svg onload="window.hostile = 4"></svg>'); const s = document.createElement('script');
      s.textContent = 'window.hostile = 5'; document.body.append(s); 0`);
    expect(await browser.evaluate('typeof window.hostile') === 'undefined',
      'the policy allows any script');
    expect(browser.messages.length > quiet, 'the policy does not say that it refuses a script');
    browser.messages.length = quiet;
    return 'nothing runs';
  },
};

// Open it: within a second, or, where others take the processor, with at most a second of computing.
async function open(browser, page) {
  const start = await browser.computed(), time = await browser.load(page);
  const taken = await browser.computed() - start;
  expect(time <= 1000 || taken <= 1000, `it takes ${time} ms to open, ${taken} of computing`);
  return time;
}

async function look(browser, check, page) {
  faults = [];
  browser.messages = [];
  browser.requests = [];
  const time = await open(browser, page), told = await checks[check](browser);
  expect(browser.messages.length === 0, `the console has: ${browser.messages.join('; ')}`);
  const foreign = browser.requests.filter(r => !r.startsWith('file:') && !r.startsWith('data:'));
  expect(foreign.length === 0, `it asks for ${foreign.join(', ')}`);
  if (process.env.PICTURES)
    await browser.screenshot(join(process.env.PICTURES, `${basename(page, '.html')}.png`));
  const sentence = [`${Math.round(time)} ms to open`, told, ...faults].join(', ');
  console.log(`${faults.length > 0 ? 'bad' : 'good'} ${basename(page)}: ${sentence}`);
}

async function main() {
  const browser = new Browser(chromium);
  const late = setTimeout(() => {
    console.log('the browser does not answer');
    browser.close();
    process.exit(1);
  }, 90000);
  await browser.open();
  for (let i = 0; i + 1 < asked.length; i += 2) await look(browser, asked[i], asked[i + 1]);
  clearTimeout(late);
  browser.close();
}

main().catch(e => {
  console.log(`the browser fails: ${e.message}`);
  process.exit(1);
});
