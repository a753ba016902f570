import { parseJson } from '#manifest/json-text/escaped-keys.ts';

/**
 * Parses a value that a manifest or a caller wrote as JSON text. Undefined for invalid JSON, and for a value with more than 64
 * levels: `JSON.stringify` of a value with thousands would overflow the stack.
 */
export function parseJsonValue(text: string): unknown {
  return parse(text, undefined);
}

/**
 * Parses like `parseJsonValue`, but an integer that a number cannot hold exactly becomes a bigint. In runtimes that do not pass
 * the digits, such as Node 20, the bigint is the rounded integer.
 */
export function parseExactJsonValue(text: string): unknown {
  // A function for each value takes several times as long.
  return parse(text, /\d{16}/.test(text) ? keepDigits : undefined);
}

/** Parses an integer, also with a plus sign or leading zeros. Undefined for other texts. */
export function parseInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text.replace('+', ''));
}

function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return parseInteger(context?.source ?? String(BigInt(value as number))) ?? value;
}

function parse(text: string, revive: typeof keepDigits | undefined): unknown {
  try {
    const value = parseJson(text, revive);
    return isDeeperThan(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The limit of manifests and of the requests of the registry. */
const MAX_DEPTH = 64;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(each => isDeeperThan(each, levels - 1));
}
