import { type Finding, finding } from '../finding.ts';
import { positionsIn } from './position.ts';

const strict = { fatal: true, ignoreBOM: true };

/** The text of strictly valid UTF-8, its byte-order mark kept, or the finding that says where it is not valid. */
export function decoded(bytes: Uint8Array): string | Finding {
  try {
    return new TextDecoder('utf-8', strict).decode(bytes);
  } catch {
    return notUtf8(bytes);
  }
}

function notUtf8(bytes: Uint8Array): Finding {
  const [first, second] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const length = validPrefix(bytes);
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, length), { stream: true });
  const position = positionsIn(before)(before.length);
  const message = `Line ${position.line}, column ${position.column}: The bytes are not valid UTF-8.`;
  const hint = utf16
    ? 'It looks like UTF-16. Save it as UTF-8.'
    : 'Save it as UTF-8; it may have been written as Windows-1252 or Latin-1.';
  return { ...finding('', 'utf-8', message, hint), position };
}

/** How many bytes come before the first that cannot be part of valid UTF-8. */
function validPrefix(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isPrefixValid(bytes, middle)) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isPrefixValid(bytes: Uint8Array, length: number): boolean {
  try {
    new TextDecoder('utf-8', strict).decode(bytes.subarray(0, length), { stream: length <= bytes.length });
    return true;
  } catch {
    return false;
  }
}
