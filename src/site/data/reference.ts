import { readFileSync } from 'node:fs';
import type { Schema } from '#manifest/explain/schema.ts';
import { settings } from '../settings.ts';

/**
 * Data for the documentation from code that the site may not import. The build writes it to a file, so that the pages
 * match the code.
 */
export interface Reference {
  readonly openapi: OpenApi;
  /** The checks of an origin, in the order in which they run. */
  readonly checks: readonly { readonly name: string; readonly severity: string; readonly meaning: string }[];
  /** The tools of the MCP server. */
  readonly tools: readonly Tool[];
  /** The CLI: its environment variables and commands. */
  readonly program: { readonly variables: readonly Row[]; readonly commands: readonly Command[] };
  /** The contact for vulnerability reports, if the operator has set one. */
  readonly securityContact?: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The names of its arguments, and whether each is required. */
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** A term and its meaning. */
export type Row = readonly [term: string, meaning: string];

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The usage line. */
  readonly call: string;
  /** The description, in paragraphs. */
  readonly about: readonly string[];
  readonly options: readonly Row[];
  /** Complete command lines and their purposes. */
  readonly examples: readonly Row[];
  readonly exits: readonly Row[];
}

/** The members of the OpenAPI description that the pages use. */
export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

export interface Operation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpenApiSchema;
  readonly example?: unknown;
}

export interface DocumentedResponse {
  readonly description: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: OpenApiSchema }>>;

/** A schema in the OpenAPI description, with more keywords than the manifest schemas. */
export interface OpenApiSchema extends Omit<Schema, 'items' | 'properties' | 'anyOf'> {
  readonly format?: string;
  readonly default?: unknown;
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly anyOf?: readonly OpenApiSchema[];
}

/**
 * Loads the reference that the build wrote.
 * @throws Error if the file is missing, because the pages need it
 */
function readReference(file: string | undefined): Reference {
  if (file === undefined) throw new Error('REFERENCE_FILE is not set. Run `npm run build` or `npx astro build`.');
  return JSON.parse(readFileSync(file, 'utf8')) as Reference;
}

export const reference: Reference = readReference(settings.referenceFile);
