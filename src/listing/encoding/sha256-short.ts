import { toHex } from './sha256.ts';

/** The longest text that hashes faster here than with Web Crypto, whose calls take as long as hashing 2 kB, in bytes. */
export const SHORT_BYTES = 4096;

const BLOCK_BYTES = 64;
const ROUNDS = 64;

/** Returns the SHA-256 digest (FIPS 180-4) of bytes as 64 lowercase hexadecimal digits, at once instead of in a promise. */
export function sha256HexShort(bytes: Uint8Array): string {
  const state = INITIAL.slice();
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) addBlock(state, bytes, at);
  const rest = pad(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < rest.length; at += BLOCK_BYTES) addBlock(state, rest, at);
  const digest = new DataView(new ArrayBuffer(state.length * 4));
  for (let i = 0; i < state.length; i++) digest.setUint32(i * 4, state[i] ?? 0);
  return toHex(new Uint8Array(digest.buffer));
}

/** Returns the last blocks: the rest of the bytes, a one bit, zeros, and the length of all bytes in bits. */
function pad(rest: Uint8Array, length: number): Uint8Array {
  const padded = new Uint8Array(rest.length + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES);
  padded.set(rest);
  padded[rest.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, length * 8);
  return padded;
}

/** Memory for the words of the block that is being added. */
const words = new Int32Array(ROUNDS);

function addBlock(state: Int32Array, bytes: Uint8Array, start: number): void {
  for (let i = 0, at = start; i < 16; i++, at += 4) {
    words[i] =
      ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  }
  for (let i = 16; i < ROUNDS; i++) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = ((words[i - 16] ?? 0) + first + (words[i - 7] ?? 0) + second) | 0;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let i = 0; i < ROUNDS; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (CONSTANTS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < state.length; i++) state[i] = (state[i] ?? 0) + (sums[i] ?? 0);
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first prime numbers, one for each round. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(isPrime);

/** The first 32 bits after the point of the square roots of the first primes, and of the cube roots of all of them. */
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), prime => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(PRIMES, prime => fraction(Math.cbrt(prime)));

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return n > 1;
}

function fraction(value: number): number {
  return (value % 1) * 2 ** 32;
}
