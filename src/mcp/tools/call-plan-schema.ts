import { anyObject, count, flag, type JsonSchema, listOf, objectOf, orNull, term, text } from './output-schema.ts';
import { observedSchema } from './row-schema.ts';

const parameter = objectOf(
  {
    name: text(),
    type: text('The type in the manifest; unknown if it is not declared.'),
    required: flag(),
    description: text(),
    in: { type: 'string', enum: ['path', 'query', 'header', 'cookie', 'body'] },
    value: {},
  },
  ['value'],
);

const credential = objectOf({
  in: { type: 'string', enum: ['header', 'query', 'cookie'] },
  name: text(),
  scheme: orNull(text()),
  prefix: text(),
  secrets: listOf(text()),
  value: text(),
});

/** The output schema of a call plan (`CallResult`). */
export const callPlanSchema: JsonSchema = objectOf({
  listing: objectOf({
    id: text(),
    url: text(),
    status: term('statuses'),
    verified_at: orNull(text()),
    source: term('sources'),
    observed: observedSchema,
  }),
  endpoint: objectOf({ method: term('http_methods'), path: text(), description: text(), response_description: text() }),
  request: objectOf({
    method: term('http_methods'),
    url: text('With {name} for each missing value and secret.'),
    headers: anyObject('The headers by name, with {NAME} for each secret.'),
    body: { description: 'The JSON value, the parts of a multipart body by name, or the encoded text. Null: no body.' },
  }),
  parameters: listOf(parameter),
  missing: listOf(text(), 'Required parameters without a value.'),
  authentication: objectOf(
    {
      required: flag(),
      type: orNull(text()),
      credentials: listOf(credential, 'The credentials to send, all of them together.'),
      alternatives: listOf(listOf(credential), 'Other sets of credentials that also work.'),
      authorization_url: orNull(text()),
      token_url: orNull(text()),
      scopes: listOf(text()),
      instructions: orNull(text()),
      onboarding: orNull(anyObject(), 'How an agent gets a credential without a person.'),
    },
    ['alternatives'],
  ),
  cost: objectOf({
    expectation: { type: 'string', enum: ['none', 'free_tier', 'paid', 'unknown'] },
    pricing_model: term('pricing_models'),
    estimate: orNull(anyObject(), 'The estimate of the manifest for this endpoint.'),
    free_tier: orNull(anyObject()),
    paid_tier: orNull(anyObject()),
    payment: orNull(anyObject(), 'The machine-executable payment contract.'),
  }),
  limits: objectOf({ requests_per_minute: orNull(count()), requests_per_day: orNull(count()) }),
  guesses: listOf(
    objectOf({ member: text(), value: text(), reason: text() }),
    'Facts that the manifest does not declare, so the plan assumes them.',
  ),
  findings: listOf(
    objectOf({ parameter: text(), code: text(), severity: text(), message: text(), hint: text() }),
    'Problems with the arguments.',
  ),
  cautions: listOf(text(), 'Warnings.'),
});
