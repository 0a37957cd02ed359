// Small pictures of screens: 256 colours are plenty for one, and a third of the bytes.

import { deflateSync } from 'node:zlib';

const COLOURS = 256;

/** Turns a screenshot into an indexed PNG; `page` is any page, whose canvas reads the pixels. */
export async function indexed(page, screenshot) {
  const { width, height, palette, places } = await page.evaluate(reduce, [screenshot.toString('base64'), COLOURS]);
  const pixels = Buffer.from(places, 'base64');
  const lines = Buffer.alloc((width + 1) * height);
  // Each line begins with its filter; none is best where colours are indexes.
  for (let row = 0; row < height; row++) pixels.copy(lines, row * (width + 1) + 1, row * width, (row + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [['IHDR', header], ['PLTE', Buffer.from(palette.flat())], ['IDAT', deflateSync(lines, { level: 9, memLevel: 9 })], ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([signature, ...parts.map(([name, data]) => chunk(name, data))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, checksum]);
}

function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** Runs in the page: splits the cloud of colours at the middle of its widest box until there are enough boxes. */
async function reduce([data, most]) {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const part = (colour, axis) => (colour >> (16 - 8 * axis)) & 255;
  const box = (entries) => {
    const spans = [0, 1, 2].map((axis) => {
      let [low, high] = [255, 0];
      for (const [colour] of entries) {
        low = Math.min(low, part(colour, axis));
        high = Math.max(high, part(colour, axis));
      }
      return high - low;
    });
    const axis = spans.indexOf(Math.max(...spans));
    const weight = entries.reduce((sum, [, count]) => sum + count, 0);
    // Wide boxes first, and of those the ones that many pixels see.
    return { entries, axis, weight, rank: spans[axis] * Math.sqrt(weight) };
  };
  const boxes = [box([...counts])];
  while (boxes.length < most) {
    boxes.sort((a, b) => a.rank - b.rank);
    if (boxes.at(-1).rank === 0) break;
    const { entries, axis, weight } = boxes.pop();
    entries.sort(([a], [b]) => part(a, axis) - part(b, axis));
    let [seen, cut] = [0, 0];
    while (cut < entries.length - 1 && (cut === 0 || seen < weight / 2)) seen += entries[cut++][1];
    boxes.push(box(entries.slice(0, cut)), box(entries.slice(cut)));
  }
  const place = new Map();
  const palette = boxes.map(({ entries, weight }, index) => {
    for (const [colour] of entries) place.set(colour, index);
    return [0, 1, 2].map((axis) => Math.round(entries.reduce((sum, [colour, count]) => sum + part(colour, axis) * count, 0) / weight));
  });
  let places = '';
  for (let at = 0; at < pixels.length; at += 4) {
    places += String.fromCharCode(place.get((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]));
  }
  return { width, height, palette, places: btoa(places) };
}
