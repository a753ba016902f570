import { planBodyFormat } from '#calls/body/body-format.ts';
import { getBodyKind } from '#calls/body/build-body.ts';
import { isFileType } from '#calls/body/multipart.ts';
import type { DeclaredEndpoint } from '#calls/find-endpoint.ts';
import { guessLocation, type PlacedParameter, placeParameters } from '#calls/parameters/located-parameter.ts';
import { hasBigint } from '#calls/url/value-text.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import { type ExpectedValue, parseValue } from './parse-value.ts';

/**
 * Parses arguments of the form `name=value` as the parameters that the endpoint declares. Returns the values by the names that
 * a request plan accepts. The error is a message for the user.
 */
export function parseArguments(
  assignments: readonly string[],
  manifest: Manifest,
  endpoint: DeclaredEndpoint,
): Result<Readonly<Record<string, unknown>>, string> {
  const call = placeCall(manifest, endpoint);
  const values: [string, unknown][] = [];
  for (const [name, texts] of groupByName(assignments))
    for (const [key, expected] of listExpected(name, call)) {
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

/** An endpoint with its parameters and the encoding of its body, as a request plan has them. */
interface PlacedCall {
  readonly endpoint: DeclaredEndpoint;
  readonly parameters: readonly PlacedParameter[];
  readonly hasWholeBody: boolean;
  readonly hasJsonBody: boolean;
}

function placeCall(manifest: Manifest, endpoint: DeclaredEndpoint): PlacedCall {
  const { parameters, isWhole } = placeParameters(endpoint);
  const { content_type } = planBodyFormat(manifest, endpoint, parameters);
  return { endpoint, parameters, hasWholeBody: isWhole, hasJsonBody: getBodyKind(content_type) === 'json' };
}

/** Returns the parameters of a name. Those in different locations can have different types, so each has its own value. */
function listExpected(name: string, call: PlacedCall): (readonly [string, ExpectedValue])[] {
  const { parameters, hasJsonBody } = call;
  const qualified = parameters.filter(each => name === `${each.in}.${each.name}`);
  const named = qualified.length > 0 ? qualified : parameters.filter(each => each.name === name);
  if (named.length === 0) return [[name, describeUndeclared(name, call)]];
  return named.map(each => {
    const { in: location, style = 'form', explode = location === 'query' || location === 'cookie' } = each;
    const isJson = location === 'body' && hasJsonBody;
    const expected = {
      ...each,
      isJson,
      acceptsFiles: location === 'body' && !isJson && isFileType(each.type),
      isCommaSeparated: location !== 'body' && (style === 'form' || style === 'simple') && !explode,
    };
    return [named.length > 1 ? `${location}.${each.name}` : name, expected];
  });
}

function describeUndeclared(name: string, { endpoint, hasWholeBody, hasJsonBody }: PlacedCall): ExpectedValue {
  const [, location = guessLocation({ name, description: '' }, endpoint).location] =
    /^(query|header|cookie|body)\./.exec(name) ?? [];
  // A whole body has no members that the argument could be.
  const isJson = location === 'body' && !hasWholeBody && hasJsonBody;
  return { name, type: isJson ? 'any' : 'string', isJson, isCommaSeparated: false, acceptsFiles: false };
}

/** Returns whether a value has integers that this version of Node rounds when it formats JSON. */
function isRoundedAsJson(value: unknown): boolean {
  return !('rawJSON' in JSON) && hasBigint(value);
}
