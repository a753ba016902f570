import { crc32, deflateSync } from 'node:zlib';

/** Colors of three bytes each. */
export type Palette = readonly (readonly [red: number, green: number, blue: number])[];

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BITS = 4;
const INDEXED = 3;

/**
 * Encodes an image as a PNG with at most 16 colors (RFC 2083). Half a byte per pixel is enough for flat images.
 *
 * @param pixels color index per pixel, row by row, with an even number per row
 */
export function encodeIndexedPng(pixels: Uint8Array, width: number, palette: Palette): Uint8Array<ArrayBuffer> {
  const height = pixels.length / width;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, BITS);
  header.setUint8(9, INDEXED);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', deflateSync(rowsOf(pixels, width), { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Each row starts with its filter type: none. */
function rowsOf(pixels: Uint8Array, width: number): Uint8Array {
  const height = pixels.length / width;
  const rows = new Uint8Array(height * (1 + width / 2));
  let at = 0;
  for (let y = 0; y < height; y++) {
    at++;
    for (let x = y * width; x < (y + 1) * width; x += 2) rows[at++] = ((pixels[x] ?? 0) << BITS) | (pixels[x + 1] ?? 0);
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}
