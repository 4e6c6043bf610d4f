// ---- clock.js: one time for the film and all plots

class Clock {
  constructor(start, end) {
    this.start = start;
    this.end = end;
    this.time = start;
    this.playing = false;
    this.pace = 1;  // of time in a second
    this.listeners = [];
  }

  listen(f) {
    this.listeners.push(f);
  }

  tell() {
    for (const f of this.listeners) f(this);
  }

  set(time) {
    const low = Math.min(this.start, this.end), high = Math.max(this.start, this.end);
    this.time = Math.min(Math.max(time, low), high);
    this.tell();
  }

  play() {
    if (this.playing) return;
    if (this.time === this.end) this.time = this.start;
    this.playing = true;
    this.last = performance.now();
    this.tell();
    requestAnimationFrame(now => this.tick(now));
  }

  pause() {
    this.playing = false;
    this.tell();
  }

  // forward by what has passed since the last picture; at the end it begins again
  tick(now) {
    if (!this.playing) return;
    const way = this.end < this.start ? -1 : 1;
    const passed = Math.max(now - this.last, 0)/1000;
    this.last = now;
    let time = this.time + way*this.pace*passed;
    if (way*(time - this.end) > 0) time = this.start;
    this.set(time);
    requestAnimationFrame(next => this.tick(next));
  }
}
