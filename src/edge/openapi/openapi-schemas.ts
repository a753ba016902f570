import { WARNING_CODES } from '#listing/warnings.ts';
import { MANIFEST_CHANGE_KINDS } from '#manifest/diff/kind.ts';
import { values } from '#manifest/taxonomy.ts';
import { VERSION } from '#manifest/version.ts';
import { MAX_COLLECTION_LISTINGS } from '#query/collections.ts';
import manifest02 from '#schemas/v0.2/manifest.json' with { type: 'json' };
import manifest03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import { CHECKS } from '#verify/checks/all-checks.ts';
import { SPEC_VERSION } from '../http/envelope.ts';
import { MAX_ERRORS } from '../http/problem.ts';
import { createAppliedQuerySchema } from './openapi-parameters.ts';
import { arrayOf, count, moment, object, oneOfTerms, orNull, type Schema, text, uri } from './schema.ts';

/** Creates a reference to one of the schemas below. */
export function ref(name: keyof ReturnType<typeof schemas>): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Creates the schema of an enveloped response (design: Envelope). */
export function enveloped(
  data: Schema,
  extraMeta: Readonly<Record<string, Schema>> = {},
  optionalMeta: readonly string[] = [],
): Schema {
  return object({ meta: object({ ...meta, ...extraMeta }, optionalMeta), data });
}

const meta = { spec_version: { const: SPEC_VERSION }, endpoint_description: text };

const row = {
  id: {
    ...text,
    description: "The origin's host, followed by `_<port>` if the port is not the default.",
    examples: ['api.example.com'],
  },
  name: text,
  url: { ...uri, description: 'The origin, to which all paths of the manifest are relative.' },
  description: text,
  version: { ...text, description: 'The semantic version of the API.' },
  primary_category: oneOfTerms('primary_categories'),
  categories: arrayOf(oneOfTerms('categories')),
  pricing_model: oneOfTerms('pricing_models'),
  payment_model: orNull(oneOfTerms('payment_models')),
  payment_currency: orNull(text),
  settlement_type: orNull(oneOfTerms('settlement_types')),
  supports_spend_cap: { type: 'boolean' },
  auth_required: { type: 'boolean' },
  authentication: oneOfTerms('authentication'),
  maintained_by: orNull(oneOfTerms('maintainers')),
  badges: arrayOf(oneOfTerms('badges')),
  status: oneOfTerms('statuses'),
  source: oneOfTerms('sources'),
  created_at: { ...moment, description: 'When the API was first listed.' },
  updated_at: { ...moment, description: 'When the manifest last changed.' },
  verified_at: { ...orNull(moment), description: 'When the checks last passed; null if they never passed.' },
  last_checked_at: orNull(moment),
  next_check_by: orNull(moment),
  costs_nothing: {
    type: 'boolean',
    description:
      'True if no call can cost money: the model is free, and neither the payment contract nor a paid tier has a price.',
  },
  free_tier: { type: 'boolean', description: 'True if the API costs nothing, or declares a free tier or freemium.' },
  price: oneOfTerms('prices'),
  observed: { $ref: '#/components/schemas/Observed' },
  links: object({
    self: uri,
    manifest: { ...orNull(uri), description: "URL of the publisher's manifest; null if the source is documentation." },
    html: uri,
  }),
};

const observed: Schema = {
  ...object({
    responding: {
      ...orNull({ type: 'boolean' }),
      description: 'Whether at least one endpoint responded at the last check; null if no check was conclusive.',
    },
    endpoints_probed: count,
    endpoints_responding: count,
    last_responded_at: orNull(moment),
    uptime_90d: {
      ...orNull({ type: 'number', minimum: 0, maximum: 100 }),
      description: 'Percentage of checks in the last 90 days in which an endpoint responded; null without checks.',
    },
    response_ms: {
      ...orNull({ type: 'number', minimum: 0 }),
      description: 'Median response time of the endpoints that responded, in milliseconds.',
    },
    warnings: {
      ...arrayOf(object({ code: { type: 'string', enum: WARNING_CODES }, message: text })),
      description: 'Contradictions between the manifest and the live API, and a recent change of identity.',
    },
  }),
  description: 'Results of the last check of the endpoints. Null, zero, or empty until the first check.',
};

const result = object(
  {
    date: { type: 'string', format: 'date' },
    outcome: { enum: ['passed', 'failed', 'inconclusive'] },
    ms: orNull({ type: 'number', minimum: 0 }),
    checks: count,
    responding_checks: count,
  },
  ['checks', 'responding_checks'],
);

const categoryCount = object({ name: text, description: text, count, links: object({ listings: uri }) });

const basis = {
  type: {
    enum: ['openapi', 'documentation', 'knowledge'],
    description: '`knowledge`: contributors compared the facts with no source.',
  },
  description: { ...text, description: 'A human-readable sentence.' },
  openapi: {
    ...orNull(object({ repository: text, path: text, commit: orNull(text) })),
    description: 'The OpenAPI document in a public GitHub repository.',
  },
  documentation_read_on: orNull({ type: 'string', format: 'date' }),
};

const collection = {
  id: text,
  title: text,
  description: { ...text, description: 'One sentence.' },
  listing_ids: {
    ...orNull(arrayOf(text)),
    description: 'The ids of its listings, in the order of the collection; null if it has a query.',
  },
  query: { ...orNull(text), description: 'The query string of its listings; null if it has ids.' },
  links: object({
    self: uri,
    html: uri,
    listings: {
      ...orNull(uri),
      description:
        'The file with the first page of the query; null if no file has it. GET /listings accepts `query` in any case.',
    },
    atom: uri,
    json_feed: uri,
  }),
};

const changeKind: Schema = {
  enum: ['listed', 'claimed', 'changed', 'withdrawn', 'restored', 'lapsed', 'verified'],
};

const feedItem = object({
  id: { ...text, description: 'A permanent URL of the change.' },
  url: { ...uri, description: 'The page of the listing.' },
  title: text,
  content_text: text,
  date_published: moment,
  tags: { ...arrayOf(text), description: 'The kind of the change, and `breaking` if it can break clients of the API.' },
  _listing: {
    ...object({ id: text, kind: changeKind, breaking: { type: 'boolean' }, version: orNull(text) }),
    description: 'An extension of JSON Feed: the changed listing.',
  },
});

const finding = object(
  {
    pointer: {
      ...text,
      description: 'A JSON Pointer to the location. For a missing member, the pointer that it should have.',
    },
    field: { ...text, description: 'The same location in a readable form.' },
    rule: { ...text, description: 'The violated rule.' },
    message: text,
    hint: { ...text, description: 'How to fix the problem.' },
    value: { ...text, description: 'The invalid value as JSON, shortened.' },
    position: {
      ...object({ line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } }),
      description: 'The position in the text of the manifest. Only for problems with its JSON syntax or its encoding.',
    },
    severity: { enum: ['error', 'warning', 'info'] },
    anchor: { ...text, description: 'The fragment of the rule in the documentation. Only for lint findings.' },
    more: {
      type: 'integer',
      minimum: 1,
      description:
        'The number of further occurrences that the report does not list. Only in the last finding of a lint rule.',
    },
  },
  ['value', 'position', 'severity', 'anchor', 'more'],
);

const evidence = {
  method: { enum: ['GET', 'HEAD'] },
  url: uri,
  status: orNull({ type: 'integer' }),
  at: moment,
  ms: { type: 'number', minimum: 0 },
  sha256: text,
  note: text,
};

const check = {
  name: { enum: CHECKS.map(({ name }) => name) },
  passed: { type: 'boolean', description: 'Whether the outcome is passed or skipped.' },
  severity: { enum: ['error', 'warning', 'info'] },
  outcome: { enum: ['passed', 'failed', 'skipped', 'inconclusive'] },
  message: text,
  hint: orNull(text),
  evidence: arrayOf(object(evidence, ['sha256', 'note'])),
  findings: arrayOf(finding),
};

const state = {
  submission_id: text,
  listing_id: text,
  url: uri,
  status: { enum: ['pending', 'validating', 'approved', 'rejected'] },
  created_at: moment,
  updated_at: moment,
  status_url: uri,
  checks: {
    ...arrayOf(object(check, ['findings'])),
    description: 'While the status is validating: the completed checks, if the registry can report them.',
  },
  outcome: {
    enum: ['listed', 'updated', 'unchanged', 'claimed', 'withdrawn'],
    description: 'The result of an approved submission.',
  },
  similar_names: { ...arrayOf(text), description: 'Ids of other listings with a confusable name, oldest first.' },
  listing_url: uri,
  live: { type: 'boolean', description: 'Whether this registry already serves the new data.' },
  reason: { ...text, description: 'Why the submission was rejected.' },
  errors: arrayOf(finding),
  report: orNull({ $ref: '#/components/schemas/Report' }),
  retryable: { type: 'boolean', description: 'Whether a retry without changes may succeed.' },
};
const OPTIONAL_STATE_MEMBERS = [
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

/** Returns the named schemas of the description. */
export function schemas() {
  return {
    Row: object(row),
    Observed: observed,
    Detail: object({
      ...row,
      contact: { $ref: '#/components/schemas/Manifest03Contact' },
      documentation_url: orNull(uri),
      claim: {
        ...orNull(object({ manifest: text, serve_at: text, submit: text })),
        description:
          'How the publisher takes over a listing that was written from documentation: download the manifest, serve it at serve_at, then open submit. Null if the publisher serves the manifest.',
      },
      basis: {
        ...orNull(object(basis)),
        description:
          'The source of the facts that contributors wrote; null if it is unknown, or the publisher wrote them.',
      },
      identity_changed_at: {
        ...orNull(moment),
        description:
          'When the name, contact, homepage, and all endpoints changed at once; null unless that was in the last 30 days.',
      },
      withdrawn: {
        ...orNull(object({ at: moment, reason: text })),
        description: 'When and why the registry withdrew the listing; null if it did not.',
      },
      manifest: { anyOf: [{ $ref: '#/components/schemas/Manifest03' }, { $ref: '#/components/schemas/Manifest02' }] },
      report: {
        ...orNull({ $ref: '#/components/schemas/Report' }),
        description: 'The report of the last conclusive check.',
      },
      results: { ...arrayOf(result), description: 'Up to 90 days of results, oldest first.' },
    }),
    History: object({
      id: text,
      entries: arrayOf(
        object(
          {
            at: moment,
            kind: changeKind,
            version: orNull(text),
            previous_version: orNull(text),
            summary: text,
            breaking: { type: 'boolean', description: 'Whether the change can break clients of the API.' },
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
    JsonFeed: {
      ...object({
        version: { const: 'https://jsonfeed.org/version/1.1' },
        title: text,
        description: text,
        home_page_url: uri,
        feed_url: uri,
        language: text,
        items: { ...arrayOf(feedItem), description: 'At most 200 changes. The newest day comes first.' },
      }),
      description: 'A JSON Feed (jsonfeed.org) of changes of listings.',
    },
    Query: {
      ...createAppliedQuerySchema(),
      description:
        'The applied query, including defaults, by parameter name. Static files ignore query strings: compare this member with the request.',
    },
    PageLinks: object({ self: uri, next: orNull(uri), prev: orNull(uri), first: uri, last: uri }),
    RootDocument: object({
      service: text,
      description: text,
      version: { const: VERSION },
      status: { const: 'healthy' },
      links: { type: 'object', additionalProperties: text, description: "Paths relative to the registry's URL." },
      meta: object({ ai_agent_notice: text, description: text }),
    }),
    ExportIndex: object({
      generated_at: { ...orNull(moment), description: 'Time of the newest data.' },
      listings: count,
      files: arrayOf(
        object({
          path: { ...text, description: "Path relative to the registry's URL." },
          size: { ...count, description: 'Size in bytes.' },
          sha256: { ...text, description: 'Lowercase hexadecimal SHA-256 of the file.' },
          listings: { ...count, description: 'Number of listings, one per line.' },
        }),
      ),
    }),
    ExportSignature: object(
      {
        signed: { type: 'boolean' },
        alg: { const: 'Ed25519' },
        kid: { ...text, description: 'Thumbprint of the key (RFC 7638), its `kid` in the public keys.' },
        sha256: { ...text, description: 'Hexadecimal SHA-256 of the index file.' },
        signed_at: moment,
        expires_at: { ...moment, description: 'When the signature expires.' },
        signature: {
          ...text,
          description:
            'The signature in base64url. It covers four lines, each with a line feed: "api-registry export", sha256, signed_at, and expires_at.',
        },
        reason: { ...text, description: 'Why the export is unsigned.' },
      },
      ['alg', 'kid', 'sha256', 'signed_at', 'expires_at', 'signature', 'reason'],
    ),
    FacetCounts: object({
      total: count,
      facets: {
        type: 'object',
        description: 'Number of listings by parameter, then by value.',
        additionalProperties: { type: 'object', additionalProperties: count },
      },
    }),
    Categories: object({ categories: arrayOf(categoryCount), primary_categories: arrayOf(categoryCount) }),
    Collections: object({ collections: arrayOf(object(collection)), count }),
    CollectionDetail: object({
      ...collection,
      listings: { ...arrayOf({ $ref: '#/components/schemas/Row' }), maxItems: MAX_COLLECTION_LISTINGS },
      count,
      total: { ...count, description: 'Number of matches of the query, or of ids that are listed.' },
    }),
    Guidance: object({
      purpose: text,
      why_use_amp: { type: 'object', additionalProperties: text },
      how_to_use: { type: 'object', additionalProperties: text },
      available_categories: arrayOf(oneOfTerms('categories')),
      primary_categories: { type: 'object', additionalProperties: text },
      workflow_example: text,
      listing_your_api: object({ step_1: text, step_2: text, step_3: text, step_4: text }),
      example_api: object({ url: uri, description: text }),
      registry_notes: text,
      related_services: { type: 'object', additionalProperties: uri },
    }),
    Health: object({
      service: text,
      version: { const: VERSION },
      status: { enum: ['healthy', 'degraded'] },
      meta: object(meta),
      data: object(
        {
          service: text,
          version: { const: VERSION },
          status: { enum: ['healthy', 'degraded'] },
          problems: {
            ...arrayOf(text),
            description: 'Known problems, one sentence each. Present if the status is `degraded`.',
          },
          commit: { ...orNull(text), description: 'The commit that the registry was built from; null if unknown.' },
          listings: count,
          listings_by_status: object(Object.fromEntries(values('statuses').map(status => [status, count]))),
          generated_at: { ...orNull(moment), description: 'Time of the newest data.' },
          index_age_seconds: {
            ...orNull(count),
            description: 'Age of that data in seconds. Absent from the static file /health.json.',
          },
          last_run_at: {
            ...orNull(moment),
            description:
              'Time of the last completed run of revalidation. Before the first one, the time of the last check; null without one.',
          },
          next_check_by: { ...orNull(moment), description: 'Deadline for the next check; null without a schedule.' },
          revalidation: {
            enum: ['on', 'off'],
            description: 'Whether a process checks the listings when they are due. If `off`, no check has a deadline.',
          },
        },
        ['index_age_seconds', 'problems'],
      ),
    }),
    Problem: object(
      {
        type: { ...uri, description: 'URL of the documentation of this problem type.' },
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
      passed: { type: 'boolean', description: 'Whether no check with severity error failed or was inconclusive.' },
      url: { ...orNull(uri), description: 'The checked origin; null if the request had only a manifest.' },
      manifest_url: orNull(uri),
      validated_at: moment,
      spec_version: { ...orNull(text), description: 'The declared manifest format; null if it is unknown.' },
      schema_valid: { type: 'boolean' },
      endpoints_reachable: { type: 'boolean' },
      auth_verified: { type: 'boolean' },
      payment_flow_verified: {
        type: 'boolean',
        description: 'Whether the API returned valid payment terms. Checks never pay.',
      },
      badges: arrayOf(oneOfTerms('badges')),
      errors: arrayOf(finding),
      checks: arrayOf(object(check, ['findings'])),
      retryable: { type: 'boolean', description: 'Whether the report failed only because of inconclusive checks.' },
    }),
    SubmissionState: object(state, OPTIONAL_STATE_MEMBERS),
    Submission: object(
      { ...state, meta: object(meta), data: { $ref: '#/components/schemas/SubmissionState' } },
      OPTIONAL_STATE_MEMBERS,
    ),
    ...embedded('Manifest03', manifest03),
    ...embedded('Manifest02', manifest02),
  };
}

/**
 * Embeds a manifest schema in the description: removes its id, and makes each of its definitions a named schema, such as
 * `Manifest03Endpoint`, because many generators ignore `$defs`.
 */
function embedded<N extends 'Manifest02' | 'Manifest03'>(
  name: N,
  { $id: _, $schema: __, ...schema }: { $id: string; $schema: string; $defs: object },
): Readonly<Record<N | `${N}Contact`, Schema>> {
  const renamed = JSON.stringify(schema).replace(
    /"#\/\$defs\/([a-z0-9_-]+)"/g,
    (_match, definition: string) => `"#/components/schemas/${name}${toPascalCase(definition)}"`,
  );
  const { $defs, ...root } = JSON.parse(renamed) as { $defs: Readonly<Record<string, Schema>> };
  const definitions = Object.entries($defs).map(
    ([definition, each]) => [name + toPascalCase(definition), each] as const,
  );
  return Object.fromEntries([[name, root], ...definitions]) as Record<N | `${N}Contact`, Schema>;
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|[_-])([a-z0-9])/g, (_match, first: string) => first.toUpperCase());
}
