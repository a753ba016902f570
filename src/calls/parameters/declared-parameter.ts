import {
  isMediaType,
  PARAMETER_STYLES,
  type ParameterLocation,
  type ParameterStyle,
  readLocation,
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
  const members = parameter as object as Readonly<Record<string, unknown>>;
  const location = readLocation(members.in);
  // A build reads tens of thousands of parameters, and spreads would take several times as long.
  const read: Writable<DeclaredParameter> = { name, type, required, description };
  if (location !== undefined) read.in = location;
  if (members.example !== undefined) read.example = members.example;
  if (members.default !== undefined) read.default = members.default;
  if (Array.isArray(members.enum) && members.enum.length > 0) read.enum = members.enum;
  if (isStyle(members.style)) read.style = members.style;
  if (typeof members.explode === 'boolean') read.explode = members.explode;
  // OpenAPI spells it in camel case.
  if (members.allow_reserved === true || members.allowReserved === true) read.allow_reserved = true;
  if (isMediaType(members.content_type)) read.content_type = members.content_type;
  return read;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function isStyle(value: unknown): value is ParameterStyle {
  return (PARAMETER_STYLES as readonly unknown[]).includes(value);
}
