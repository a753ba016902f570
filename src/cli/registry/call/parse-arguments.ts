import { isFileType } from '#calls/body/multipart.ts';
import type { DeclaredEndpoint } from '#calls/find-endpoint.ts';
import { guessLocation, type PlacedParameter, placeParameters } from '#calls/parameters/located-parameter.ts';
import { hasBigint } from '#calls/url/value-text.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { type ExpectedValue, parseValue } from './parse-value.ts';

/**
 * Parses arguments of the form `name=value` as the parameters that the endpoint declares. Returns the values by the names that
 * a request plan accepts. The error is a message for the user.
 */
export function parseArguments(
  assignments: readonly string[],
  endpoint: DeclaredEndpoint,
): Result<Readonly<Record<string, unknown>>, string> {
  const { parameters } = placeParameters(endpoint);
  const values: [string, unknown][] = [];
  for (const [name, texts] of groupByName(assignments))
    for (const [key, expected] of listExpected(name, parameters, endpoint)) {
      const value = parseValue(texts, expected);
      if (!value.ok) return value;
      if (expected.isJson && isRoundedAsJson(value.value))
        return failure(`Invalid value for "${name}": this version of Node rounds large integers in JSON. Use Node 22.`);
      values.push([key, value.value]);
    }
  return success(Object.fromEntries(values));
}

function groupByName(assignments: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const each of assignments) {
    const name = each.slice(0, each.indexOf('='));
    texts.set(name, [...(texts.get(name) ?? []), each.slice(name.length + 1)]);
  }
  return texts;
}

/** Returns the parameters of a name. Those in different locations can have different types, so each has its own value. */
function listExpected(
  name: string,
  parameters: readonly PlacedParameter[],
  endpoint: DeclaredEndpoint,
): (readonly [string, ExpectedValue])[] {
  const qualified = parameters.filter(each => name === `${each.in}.${each.name}`);
  const named = qualified.length > 0 ? qualified : parameters.filter(each => each.name === name);
  if (named.length === 0) return [[name, describeUndeclared(name, endpoint)]];
  return named.map(each => {
    const { in: location, style = 'form', explode = location === 'query' || location === 'cookie' } = each;
    const isJson = location === 'body' && hasJsonBody(endpoint);
    const expected = {
      ...each,
      isJson,
      acceptsFiles: location === 'body' && !isJson && isFileType(each.type),
      isCommaSeparated: location !== 'body' && (style === 'form' || style === 'simple') && !explode,
    };
    return [named.length > 1 ? `${location}.${each.name}` : name, expected];
  });
}

function describeUndeclared(name: string, endpoint: DeclaredEndpoint): ExpectedValue {
  const [, location = guessLocation({ name, description: '' }, endpoint).location] =
    /^(query|header|cookie|body)\./.exec(name) ?? [];
  // A whole body has no members that the argument could be.
  const isJson = location === 'body' && !placeParameters(endpoint).isWhole && hasJsonBody(endpoint);
  return { name, type: isJson ? 'any' : 'string', isJson, isCommaSeparated: false, acceptsFiles: false };
}

function hasJsonBody(endpoint: DeclaredEndpoint): boolean {
  const declared = 'request_content_type' in endpoint ? endpoint.request_content_type : undefined;
  if (typeof declared === 'string' && !declared.includes('*')) return /json/i.test(declared);
  // The plan assumes a form or bytes for files, otherwise JSON.
  return !placeParameters(endpoint).parameters.some(each => each.in === 'body' && isFileType(each.type));
}

/** Returns whether a value has integers that this version of Node rounds when it formats JSON. */
function isRoundedAsJson(value: unknown): boolean {
  return !('rawJSON' in JSON) && hasBigint(value);
}
