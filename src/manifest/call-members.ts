/** The parts of a request that a parameter belongs to: the values of the recommended member `in`. */
export const PARAMETER_LOCATIONS = ['path', 'query', 'header', 'cookie', 'body'] as const;

export type ParameterLocation = (typeof PARAMETER_LOCATIONS)[number];

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
