import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import manifest02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { SERVICE_VERSION, SPEC_VERSION } from './envelope.ts';

/** A JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/** A reference to one of the schemas below. */
export function ref(name: keyof ReturnType<typeof schemas>): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export const text: Schema = { type: 'string' };
const address: Schema = { type: 'string', format: 'uri' };
const moment: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };

/** An object whose members are all required, unless they are named as optional; nothing else occurs in it. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter(name => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export function arrayOf(items: Schema): Schema {
  return { type: 'array', items };
}

export function oneOfTerms(vocabulary: Vocabulary): Schema {
  return { type: 'string', enum: values(vocabulary) };
}

/** An enveloped answer (design: Envelope). */
export function enveloped(data: Schema, extraMeta: Readonly<Record<string, Schema>> = {}): Schema {
  return object({ meta: object({ ...meta, ...extraMeta }), data });
}

const meta = { spec_version: { const: SPEC_VERSION }, endpoint_description: text };

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

const row = {
  id: {
    ...text,
    description: "The origin's host, and `_<port>` where the port is not the default.",
    examples: ['api.example.com'],
  },
  name: text,
  url: { ...address, description: 'The origin that all paths of the manifest are relative to.' },
  description: text,
  version: { ...text, description: "The API's own semantic version." },
  primary_category: oneOfTerms('primary_categories'),
  categories: arrayOf(oneOfTerms('categories')),
  pricing_model: oneOfTerms('pricing_models'),
  payment_model: orNull(oneOfTerms('payment_models')),
  payment_currency: orNull(text),
  settlement_type: orNull(oneOfTerms('settlement_types')),
  supports_spend_cap: { type: 'boolean' },
  auth_required: { type: 'boolean' },
  maintained_by: orNull(oneOfTerms('maintainers')),
  badges: arrayOf(oneOfTerms('badges')),
  status: oneOfTerms('statuses'),
  source: oneOfTerms('sources'),
  created_at: { ...moment, description: 'When the API was first listed.' },
  updated_at: { ...moment, description: 'When its manifest last changed.' },
  verified_at: { ...orNull(moment), description: 'When our checks last passed; null when they never have.' },
  last_checked_at: orNull(moment),
  next_check_by: orNull(moment),
  links: object({
    self: address,
    manifest: { ...orNull(address), description: 'The manifest at its publisher; null for a documentation listing.' },
    html: address,
  }),
};

const result = object({
  date: { type: 'string', format: 'date' },
  outcome: { enum: ['passed', 'failed', 'inconclusive'] },
  ms: orNull({ type: 'number', minimum: 0 }),
});

const categoryCount = object({ name: text, description: text, count, links: object({ listings: address }) });

/** The named schemas of the description. */
export function schemas() {
  return {
    Row: object(row),
    Detail: object({
      ...row,
      contact: { anyOf: [text, { type: 'object' }] },
      documentation_url: orNull(address),
      manifest: { anyOf: [{ $ref: '#/components/schemas/Manifest03' }, { $ref: '#/components/schemas/Manifest02' }] },
      report: { ...orNull({ type: 'object' }), description: 'The report of the last check that decided.' },
      results: { ...arrayOf(result), description: 'Up to 90 days of results, oldest first.' },
    }),
    Query: {
      type: 'object',
      description: 'The query as it was understood, defaults included, under the names of the parameters.',
    },
    PageLinks: object({ self: address, next: orNull(address), prev: orNull(address), first: address, last: address }),
    RootDocument: object({
      service: text,
      description: text,
      version: { const: SERVICE_VERSION },
      status: { const: 'healthy' },
      links: { type: 'object', additionalProperties: text, description: "Paths relative to the registry's address." },
      meta: object({ ai_agent_notice: text, description: text }),
    }),
    Categories: object({ categories: arrayOf(categoryCount), primary_categories: arrayOf(categoryCount) }),
    Guidance: object({
      purpose: text,
      why_use_amp: { type: 'object', additionalProperties: text },
      how_to_use: { type: 'object', additionalProperties: text },
      available_categories: arrayOf(oneOfTerms('categories')),
      primary_categories: { type: 'object', additionalProperties: text },
      workflow_example: text,
      listing_your_api: object({ step_1: text, step_2: text, step_3: text, step_4: text }),
      example_api: object({ url: address, description: text }),
      registry_notes: text,
      related_services: { type: 'object', additionalProperties: address },
    }),
    Health: object({
      service: text,
      version: { const: SERVICE_VERSION },
      status: { const: 'healthy' },
      meta: object(meta),
      data: object({
        service: text,
        version: { const: SERVICE_VERSION },
        status: { const: 'healthy' },
        listings: count,
        listings_by_status: object(Object.fromEntries(values('statuses').map(status => [status, count]))),
        generated_at: orNull(moment),
      }),
    }),
    Problem: object(
      {
        type: { ...address, description: 'An address that explains this kind of problem.' },
        title: text,
        status: { type: 'integer' },
        detail: text,
        errors: arrayOf(object({ pointer: text, parameter: text, detail: text }, ['pointer', 'parameter'])),
      },
      ['errors'],
    ),
    Manifest03: embedded('Manifest03', manifest03),
    Manifest02: embedded('Manifest02', manifest02),
  };
}

/** A schema of ours as part of the description: without its identity, its references led to their new place. */
function embedded(name: string, { $id: _, $schema: __, ...schema }: { $id: string; $schema: string }): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${name}/$defs/`));
}
