import { getMember } from './json-object.ts';

/** The parts of a request that a parameter belongs to: the values of the recommended member `in`. */
export const PARAMETER_LOCATIONS = ['path', 'query', 'header', 'cookie', 'body'] as const;

export type ParameterLocation = (typeof PARAMETER_LOCATIONS)[number];

/**
 * Reads the recommended member `in` in any case. Undefined if it is absent or invalid. The format does not validate it, and
 * people also write the locations of Swagger 2 and plural forms.
 */
export function readLocation(value: unknown): ParameterLocation | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim().toLowerCase();
  return LOCATION_ALIASES.get(name) ?? PARAMETER_LOCATIONS.find(location => location === name);
}

/** Whether the recommended member `in` is that of a field of a form in OpenAPI 2.0. */
export function isFormLocation(value: unknown): boolean {
  return typeof value === 'string' && FORM_LOCATIONS.includes(value.trim().toLowerCase());
}

const FORM_LOCATIONS: readonly string[] = ['formdata', 'form'];

const LOCATION_ALIASES: ReadonlyMap<string, ParameterLocation> = new Map([
  ...FORM_LOCATIONS.map(name => [name, 'body'] as const),
  ['headers', 'header'],
  ['cookies', 'cookie'],
]);

/** How a list or an object becomes text (OpenAPI, "Style Values"). `tabDelimited` is the `tsv` of Swagger 2. */
export const PARAMETER_STYLES = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
] as const;

export type ParameterStyle = (typeof PARAMETER_STYLES)[number];

/** Returns whether a value is a media type with valid parameters (RFC 9110, section 8.3.1). */
export function isMediaType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && MEDIA_TYPE.test(value);
}

/** A parameter has a token or a quoted text as its value. */
const MEDIA_TYPE =
  /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+([ \t]*;([ \t]*[\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"([\t !#-[\]-~]|\\[\t -~])*"))?)*[ \t]*$/;

/**
 * Lists the names of the credentials that an authentication block declares in its recommended member `config`. They can be
 * any names, such as `appid`.
 *
 * @param block `authentication` of a manifest or of an endpoint
 */
export function listCredentialNames(block: unknown): ReadonlySet<string> {
  const config = getMember(block, 'config');
  const sets = [config, ...toArray(getMember(config, 'alternatives'))];
  const credentials = sets.flatMap(set => [set, ...toArray(getMember(set, 'credentials'))]);
  const names = credentials.flatMap(each => ['name', 'query', 'header', 'cookie'].map(name => getMember(each, name)));
  // The short form of a header can show its value: "X-Key: {key}".
  return new Set(names.flatMap(name => (typeof name === 'string' ? name.replace(/:.*$/s, '') : [])));
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
