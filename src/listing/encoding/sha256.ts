/** Returns the SHA-256 digest of bytes, or of text as UTF-8. Web Cryptography works in Workers, browsers, and Node. */
export async function sha256(data: Uint8Array | string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}

/** Returns the SHA-256 digest as 64 lowercase hexadecimal digits. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
  return toHex(await sha256(data));
}

/** Returns the SHA-256 of bytes in hexadecimal digits: `sha256Hex`, or Node's own function, which takes half the time. */
export type ComputeSha256 = (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** Encodes bytes as lowercase hexadecimal digits. */
function toHex(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at++) text += HEX[bytes[at] ?? 0];
  return text;
}

/** The two digits of each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
