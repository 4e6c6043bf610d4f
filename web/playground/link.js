// ---- link.js: a model in the fragment of the address
//
//   #model=NAME                 one that comes with noslip
//   #text=...                   a text, as encodeURIComponent writes it
//   #packed=...                 the same, compressed (deflate), in the letters of base64url
//   &method=...&step=...&until=...   what a run is told besides
//
// The fragment is not sent to a server. Whoever makes a link can write anything into it, so its texts
// are shown and handed to the library, nothing else.

// a link that becomes a longer text than this is refused
const longestShared = 1000000;

const toLink = base64 => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromLink = text => text.replaceAll('-', '+').replaceAll('_', '/');

function encodeBytes(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

// all bytes of a stream; null: more than `most`
async function readStream(stream, most) {
  const reader = stream.getReader(), parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    parts.push(part.value);
    if (size > most) {
      await reader.cancel();
      return null;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packText(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toLink(encodeBytes(await readStream(packed, Infinity)));
}

// null: it is none
async function unpackText(packed) {
  try {
    const bytes = decodeBytes(fromLink(packed));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const text = await readStream(stream, longestShared);
    return text && new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

// {name}, {text} or {problem}, and {method, step, until}
async function readLink(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const settings = {method: given.get('method') ?? '', step: given.get('step') ?? '',
                    until: given.get('until') ?? ''};
  if (given.has('packed')) {
    const text = await unpackText(given.get('packed'));
    return text === null ? {problem: 'This link has no model in it: a part of it is missing.', settings}
                         : {text, settings};
  }
  if (given.has('text')) return {text: given.get('text').slice(0, longestShared), settings};
  return {name: given.get('model') ?? '', settings};
}

async function writeLink(model, settings) {
  const link = new URLSearchParams();
  if (model.name) link.set('model', model.name);
  else link.set('packed', await packText(model.text));
  for (const [name, value] of Object.entries(settings)) if (value !== '') link.set(name, value);
  return `#${link}`;
}
