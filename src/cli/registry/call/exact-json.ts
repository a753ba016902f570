/** Parses JSON. An integer that a number cannot hold exactly becomes a bigint. Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

/** Parses an integer, also with a plus sign or leading zeros. Undefined for other texts. */
export function parseInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text.replace('+', ''));
}

/** Returns whether a value has integers that this version of Node rounds when it formats JSON. */
export function isRoundedAsJson(value: unknown): boolean {
  if (typeof value === 'bigint') return !('rawJSON' in JSON);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRoundedAsJson);
}

/** Node 20 does not pass the digits. The rounded integer is also a bigint, so that it is not sent. */
function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return parseInteger(context?.source ?? String(BigInt(value as number))) ?? value;
}
