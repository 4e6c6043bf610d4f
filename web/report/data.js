// ---- data.js: the numbers of a page, from the text they are stored as

function decodeBytes(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// numbers of 32 bits, behind an offset: sums are made with 64
function decodeFloats(base64, offset = 0) {
  const view = new DataView(decodeBytes(base64).buffer);
  const out = new Float64Array(view.byteLength/4);
  for (let i = 0; i < out.length; i++) out[i] = offset + view.getFloat32(4*i, true);
  return out;
}

// 16 bits between two numbers; 65535 is none
function decodeShorts(base64, low, high) {
  const view = new DataView(decodeBytes(base64).buffer);
  const out = new Float32Array(view.byteLength/2);
  for (let i = 0; i < out.length; i++) {
    const k = view.getUint16(2*i, true);
    out[i] = k === 65535 ? NaN : low + (high - low)*k/65534;
  }
  return out;
}

// The columns of a run. `first`, `low` and `high` are changes from `offset`: there the small ones of a
// large number, such as an energy, have all their digits.
function readRows(rows) {
  const columns = rows.columns.map(c => {
    const first = decodeFloats(c.first);
    return {name: c.name, group: c.group, offset: c.offset, first,
            low: c.low ? decodeFloats(c.low) : first, high: c.high ? decodeFloats(c.high) : first};
  });
  const t = columns[0];
  return {total: rows.total, per: rows.per, columns, times: t.first.map(x => t.offset + x)};
}

// numbers over time: each a constant, null where there is none, or an array with one for each time
function readTrack(track) {
  const read = n => (Array.isArray(n) ? decodeShorts(n[2], n[0], n[1]) : n ?? NaN);
  return {
    count: track.count,
    times: decodeFloats(track.times, track.offset),
    numbers: track.numbers.map(read),
  };
}

// the last index with times[i] <= t, for times that grow or fall; 0 if there is none
function indexAt(times, t) {
  const way = times.length > 1 && times[times.length - 1] < times[0] ? -1 : 1;
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (way*times[middle] <= way*t) low = middle;
    else high = middle - 1;
  }
  return low;
}
