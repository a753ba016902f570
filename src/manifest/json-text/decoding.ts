import { type Finding, finding } from '../finding.ts';
import { failure, type Result, success } from '../result.ts';
import { createPositions } from './position.ts';

const strict = { fatal: true, ignoreBOM: true };

/** Decodes UTF-8 strictly and keeps a byte-order mark. Fails with the position of the first invalid byte. */
export function decodeUtf8(bytes: Uint8Array): Result<string, Finding> {
  try {
    return success(new TextDecoder('utf-8', strict).decode(bytes));
  } catch {
    return failure(createUtf8Finding(bytes));
  }
}

function createUtf8Finding(bytes: Uint8Array): Finding {
  const length = findValidPrefix(bytes);
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, length), { stream: true });
  const position = createPositions(before)(before.length);
  const message = `Line ${position.line}, column ${position.column}: The bytes are not valid UTF-8.`;
  return { ...finding('', 'utf-8', message, getHint(bytes)), position };
}

function getHint([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'The document appears to be UTF-16. Save it as UTF-8.';
  if (first === 0x1f && second === 0x8b)
    return 'The document appears to be compressed. Send it with Content-Encoding: gzip, or uncompressed.';
  return 'Save the document as UTF-8. It may be Windows-1252 or Latin-1.';
}

/** Returns the number of bytes before the first invalid one. */
function findValidPrefix(bytes: Uint8Array): number {
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
