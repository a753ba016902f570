import { readFileSync } from 'node:fs';
import type { Schema } from '#manifest/explain/schema.ts';
import { settings } from './settings.ts';

/**
 * What the documentation tells of parts of the code that the site may not import. The build takes it from those parts
 * and hands it over in a file, so that the pages cannot differ from the code.
 */
export interface Reference {
  readonly openapi: OpenApi;
  /** The checks of an origin, in the order in which they run. */
  readonly checks: readonly { readonly name: string; readonly severity: string; readonly meaning: string }[];
  /** The tools of the tool hub. */
  readonly tools: readonly Tool[];
  /** The publisher's program: what it reads from its environment, and its commands. */
  readonly program: { readonly variables: readonly Row[]; readonly commands: readonly Command[] };
  /** Where weaknesses of the registry are reported, if somebody is named. */
  readonly securityContact?: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The names of its arguments, and whether a call needs them. */
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** A term, and what it means. */
export type Row = readonly [term: string, meaning: string];

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** How it is called. */
  readonly call: string;
  /** What it does, in paragraphs. */
  readonly about: readonly string[];
  readonly options: readonly Row[];
  /** Whole command lines, and what each is for. */
  readonly examples: readonly Row[];
  readonly exits: readonly Row[];
}

/** The members of an OpenAPI description that the pages use. */
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpenApiSchema;
  readonly example?: unknown;
}

export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: OpenApiSchema }>>;

/** A schema of the description: a few more keywords than the manifest schemas are written in. */
export interface OpenApiSchema extends Omit<Schema, 'items' | 'properties' | 'anyOf'> {
  readonly format?: string;
  readonly default?: unknown;
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly anyOf?: readonly OpenApiSchema[];
}

/**
 * Reads what the build has handed over.
 * @throws Error when nothing was, because the pages cannot be made without it
 */
export function readReference(file: string | undefined): Reference {
  if (file === undefined) throw new Error('REFERENCE_FILE is not set. Build the site with `npm run build`.');
  return JSON.parse(readFileSync(file, 'utf8')) as Reference;
}

export const reference: Reference = readReference(settings.referenceFile);
