import { MANIFEST_CHANGE_KINDS } from '#manifest/diff/kind.ts';
import { type Vocabulary, values } from '#manifest/taxonomy.ts';
import manifest02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { CHECKS } from '#verify/checks/all-checks.ts';
import { SERVICE_VERSION, SPEC_VERSION } from '../http/envelope.ts';
import { MAX_ERRORS } from '../http/problem.ts';

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

const finding = {
  pointer: {
    ...text,
    description: 'A JSON Pointer to the place; a missing member is named by the pointer it should have.',
  },
  field: { ...text, description: 'The same place for people.' },
  rule: { ...text, description: 'The rule that is broken.' },
  message: text,
  hint: { ...text, description: 'How to mend it.' },
  value: { ...text, description: 'The offending value as JSON, shortened.' },
  severity: { enum: ['error', 'warning', 'info'] },
  anchor: text,
};

const evidence = {
  method: { enum: ['GET', 'HEAD'] },
  url: address,
  status: orNull({ type: 'integer' }),
  at: moment,
  ms: { type: 'number', minimum: 0 },
  sha256: text,
  note: text,
};

const check = {
  name: { enum: CHECKS.map(({ name }) => name) },
  passed: { type: 'boolean', description: 'The outcome is passed or skipped.' },
  severity: { enum: ['error', 'warning', 'info'] },
  outcome: { enum: ['passed', 'failed', 'skipped', 'inconclusive'] },
  message: text,
  hint: orNull(text),
  evidence: arrayOf(object(evidence, ['sha256', 'note'])),
  findings: arrayOf(object(finding, ['value', 'severity', 'anchor'])),
};

const state = {
  submission_id: text,
  listing_id: text,
  url: address,
  status: { enum: ['pending', 'validating', 'approved', 'rejected'] },
  created_at: moment,
  updated_at: moment,
  status_url: address,
  checks: {
    ...arrayOf(object(check, ['findings'])),
    description: 'While it is being checked, where the registry can tell: the checks that have ended.',
  },
  outcome: {
    enum: ['listed', 'updated', 'unchanged', 'claimed', 'withdrawn'],
    description: 'What became of it, once approved.',
  },
  similar_names: { ...arrayOf(text), description: 'Ids of other listings whose name looks the same, oldest first.' },
  listing_url: address,
  live: { type: 'boolean', description: 'Whether this registry answers with it yet.' },
  reason: { ...text, description: 'Why it was rejected.' },
  errors: arrayOf(object(finding, ['value', 'severity', 'anchor'])),
  report: orNull({ $ref: '#/components/schemas/Report' }),
  retryable: { type: 'boolean', description: 'Whether the same submission may end well later with nothing mended.' },
};
const notAlways = [
  'checks',
  'outcome',
  'similar_names',
  'listing_url',
  'live',
  'reason',
  'errors',
  'report',
  'retryable',
];

/** The named schemas of the description. */
export function schemas() {
  return {
    Row: object(row),
    Detail: object({
      ...row,
      contact: { $ref: '#/components/schemas/Manifest03/$defs/contact' },
      documentation_url: orNull(address),
      withdrawn: {
        ...orNull(object({ at: moment, reason: text })),
        description: 'When and why the registry took the listing back; null where it did not.',
      },
      manifest: { anyOf: [{ $ref: '#/components/schemas/Manifest03' }, { $ref: '#/components/schemas/Manifest02' }] },
      report: {
        ...orNull({ $ref: '#/components/schemas/Report' }),
        description: 'The report of the last check that decided.',
      },
      results: { ...arrayOf(result), description: 'Up to 90 days of results, oldest first.' },
    }),
    History: object({
      id: text,
      entries: arrayOf(
        object(
          {
            at: moment,
            kind: { enum: ['listed', 'claimed', 'changed', 'withdrawn', 'restored', 'lapsed', 'verified'] },
            version: orNull(text),
            previous_version: orNull(text),
            summary: text,
            breaking: { type: 'boolean', description: 'Whether the API changed so that it can break an agent.' },
            differences: arrayOf(
              object({ kind: { enum: MANIFEST_CHANGE_KINDS }, breaking: { type: 'boolean' }, pointer: text, text }),
            ),
            difference_count: count,
            commit: text,
          },
          ['commit'],
        ),
      ),
      count,
      total: count,
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
    ExportIndex: object({
      generated_at: { ...orNull(moment), description: 'The moment of the newest data.' },
      listings: count,
      files: arrayOf(
        object({
          path: { ...text, description: "From the registry's address." },
          size: { ...count, description: 'In bytes.' },
          sha256: { ...text, description: 'Hexadecimal, in lower case.' },
          listings: { ...count, description: 'How many it tells of, one a line.' },
        }),
      ),
    }),
    ExportSignature: object(
      {
        signed: { type: 'boolean' },
        alg: { const: 'Ed25519' },
        kid: { ...text, description: "The key's thumbprint (RFC 7638), by which the public keys name it." },
        sha256: { ...text, description: 'Of the bytes of the index, in hexadecimal.' },
        signed_at: moment,
        expires_at: { ...moment, description: 'The signature no longer holds from then on.' },
        signature: {
          ...text,
          description:
            'In base64url, over the line "api-registry export" and the lines sha256, signed_at and expires_at, each with a line feed.',
        },
        reason: { ...text, description: 'Why there is no signature.' },
      },
      ['alg', 'kid', 'sha256', 'signed_at', 'expires_at', 'signature', 'reason'],
    ),
    FacetCounts: object({
      total: count,
      facets: {
        type: 'object',
        description: 'By parameter, then by value.',
        additionalProperties: { type: 'object', additionalProperties: count },
      },
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
      status: { enum: ['healthy', 'degraded'] },
      meta: object(meta),
      data: object(
        {
          service: text,
          version: { const: SERVICE_VERSION },
          status: { enum: ['healthy', 'degraded'] },
          problems: {
            ...arrayOf(text),
            description: 'What does not work, one sentence each. Present if the status is `degraded`.',
          },
          commit: { ...orNull(text), description: 'The commit that the registry was built from, where it is known.' },
          listings: count,
          listings_by_status: object(Object.fromEntries(values('statuses').map(status => [status, count]))),
          generated_at: { ...orNull(moment), description: 'The moment of the newest data.' },
          index_age_seconds: {
            ...orNull(count),
            description: 'How old that data is now. Absent from /health.json, which is a file.',
          },
          last_run_at: { ...orNull(moment), description: 'When a listing was last checked.' },
          next_check_by: { ...orNull(moment), description: 'By when the next check is promised.' },
        },
        ['index_age_seconds', 'problems'],
      ),
    }),
    Problem: object(
      {
        type: { ...address, description: 'An address that explains this kind of problem.' },
        title: text,
        status: { type: 'integer' },
        detail: text,
        errors: {
          ...arrayOf(object({ pointer: text, parameter: text, detail: text }, ['pointer', 'parameter'])),
          maxItems: MAX_ERRORS,
        },
      },
      ['errors'],
    ),
    Report: object({
      passed: { type: 'boolean', description: 'No check of severity error failed or stayed undecided.' },
      url: { ...orNull(address), description: 'The origin that was checked; null when a manifest alone was given.' },
      manifest_url: orNull(address),
      validated_at: moment,
      spec_version: { ...orNull(text), description: 'The format that the manifest declares, if it is a known one.' },
      schema_valid: { type: 'boolean' },
      endpoints_reachable: { type: 'boolean' },
      auth_verified: { type: 'boolean' },
      payment_flow_verified: { type: 'boolean', description: 'Valid payment terms were seen; no payment was tried.' },
      badges: arrayOf(oneOfTerms('badges')),
      errors: arrayOf(object(finding, ['value', 'severity', 'anchor'])),
      checks: arrayOf(object(check, ['findings'])),
      retryable: { type: 'boolean', description: 'It did not pass only because a check could not decide.' },
    }),
    SubmissionState: object(state, notAlways),
    Submission: object({ ...state, meta: object(meta), data: object(state, notAlways) }, notAlways),
    Manifest03: embedded('Manifest03', manifest03),
    Manifest02: embedded('Manifest02', manifest02),
  };
}

/** A schema of ours as part of the description: without its identity, its references led to their new place. */
function embedded(name: string, { $id: _, $schema: __, ...schema }: { $id: string; $schema: string }): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${name}/$defs/`));
}
