import { getMember } from '#manifest/json-object.ts';
import type { Parameter } from '#manifest/manifest.ts';

/** A parameter with the recommended members, which the format allows but does not require. */
type DescribedParameter = Parameter & {
  readonly in?: unknown;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: unknown;
  readonly explode?: unknown;
};

export type ProbeLocation = 'path' | 'query' | 'other';

/** Returns where a parameter of a GET endpoint belongs. Probes fill only paths and queries. */
export function findLocation(parameter: DescribedParameter, placeholders: readonly string[]): ProbeLocation {
  if (placeholders.includes(parameter.name)) return 'path';
  if (parameter.in !== undefined) return parameter.in === 'query' ? 'query' : 'other';
  return HEADER_NAME.test(parameter.name) ? 'other' : 'query';
}

/** Names that are sent as headers if the manifest does not state the location. */
const HEADER_NAME =
  /^(authorization|accept|accept-language|content-type|cookie|if-none-match|user-agent|x-[a-z0-9-]+)$/i;

/**
 * Returns the values of a parameter for a probe: its example, its default, or the first value of its enum. Several for a
 * list in a query. Undefined without a usable value. Never the value of a credential: probes send none.
 *
 * A value is short text without control characters. For a path, it cannot contain dot segments.
 *
 * @param credentialNames the names that the manifest declares (`listCredentialNames`)
 */
export function findValues(
  parameter: DescribedParameter,
  location: ProbeLocation,
  credentialNames: ReadonlySet<string>,
): readonly string[] | undefined {
  if (isCredential(parameter.name, location) || (location === 'query' && credentialNames.has(parameter.name)))
    return undefined;
  const { example, default: standard, enum: choices, explode } = parameter;
  const candidates = [example, standard, Array.isArray(choices) ? choices[0] : undefined];
  for (const candidate of candidates) {
    const values = toTexts(candidate);
    if (values === undefined || !values.every(value => isUsable(value, location))) continue;
    return location === 'path' || explode === false ? [values.join(',')] : values;
  }
  return undefined;
}

/**
 * Whether a parameter carries a credential by its name, such as `api_key`, `accessToken`, and `X-Signature`. A `key` in a
 * path names a resource.
 */
export function isCredential(name: string, location: ProbeLocation): boolean {
  if (location === 'path' && /^key$/i.test(name)) return false;
  return CREDENTIAL_NAME.test(name);
}

const CREDENTIAL_NAME =
  /^(x[-_.]?)?((api|app|auth|access|secret|private|subscription|client|user|bot|bearer|id)[-_.]?)?(key|token|secret|password|passwd|signature|sig|credentials?|authorization|jwt)$/i;

/**
 * Lists the names of the credentials that an authentication block declares in its recommended member `config`. They can be
 * any names, such as `appid`.
 *
 * @param block `authentication` of a manifest or of an endpoint
 */
export function listCredentialNames(block: unknown): ReadonlySet<string> {
  const config = getMember(block, 'config');
  const sets = [config, ...toList(getMember(config, 'alternatives'))];
  const credentials = sets.flatMap(set => [set, ...toList(getMember(set, 'credentials'))]);
  const names = credentials.flatMap(each => [getMember(each, 'name'), getMember(each, 'query')]);
  return new Set(names.filter(name => typeof name === 'string'));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const MAX_LIST_LENGTH = 20;

function toTexts(value: unknown): readonly string[] | undefined {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.length > MAX_LIST_LENGTH) return undefined;
  return values.every(isScalar) ? values.map(String) : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Longer values are no examples of calls. */
const MAX_VALUE_LENGTH = 256;

function isUsable(value: string, location: ProbeLocation): boolean {
  if (value === '' || value.length > MAX_VALUE_LENGTH || !value.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this rejects.
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) return false;
  return location !== 'path' || !value.split(/[/\\]/).some(part => part === '.' || part === '..');
}
