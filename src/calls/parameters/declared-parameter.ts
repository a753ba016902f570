import {
  PARAMETER_LOCATIONS,
  PARAMETER_STYLES,
  type ParameterLocation,
  type ParameterStyle,
} from '#manifest/call-members.ts';
import type { Parameter } from '#manifest/manifest.ts';

/** A parameter with the recommended members whose values are valid. */
export interface DeclaredParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly in?: ParameterLocation;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allow_reserved?: boolean;
  readonly content_type?: string;
}

/** Reads the recommended members of a parameter. Ignores invalid values, because the format does not validate them. */
export function readParameter(parameter: Parameter): DeclaredParameter {
  const { name, type, required, description } = parameter;
  const members: Readonly<Record<string, unknown>> = { ...parameter };
  const location = LOCATION_ALIASES.get(members.in) ?? members.in;
  return {
    name,
    type,
    required,
    description,
    ...(isLocation(location) && { in: location }),
    ...(members.example !== undefined && { example: members.example }),
    ...(members.default !== undefined && { default: members.default }),
    ...(Array.isArray(members.enum) && members.enum.length > 0 && { enum: members.enum }),
    ...(isStyle(members.style) && { style: members.style }),
    ...(typeof members.explode === 'boolean' && { explode: members.explode }),
    ...(members.allow_reserved === true && { allow_reserved: true }),
    ...(isMediaType(members.content_type) && { content_type: members.content_type }),
  };
}

/** Returns whether a value is a media type without characters that would break a header. */
export function isMediaType(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;[ -~]*)?$/.test(value) && value.length <= 200
  );
}

/** The locations of Swagger 2, and plural forms that people write. */
const LOCATION_ALIASES: ReadonlyMap<unknown, ParameterLocation> = new Map([
  ['formData', 'body'],
  ['form', 'body'],
  ['headers', 'header'],
  ['cookies', 'cookie'],
]);

function isLocation(value: unknown): value is ParameterLocation {
  return (PARAMETER_LOCATIONS as readonly unknown[]).includes(value);
}

function isStyle(value: unknown): value is ParameterStyle {
  return (PARAMETER_STYLES as readonly unknown[]).includes(value);
}
