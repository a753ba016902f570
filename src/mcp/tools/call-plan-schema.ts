import { anyObject, count, flag, type JsonSchema, listOf, objectOf, orNull, term, text } from './output-schema.ts';

const parameter = objectOf(
  {
    name: text(),
    type: text('The type that the publisher declares; unknown if it is not declared.'),
    required: flag(),
    description: text(),
    place: { type: 'string', enum: ['path', 'query', 'header', 'body'], description: 'The likely location.' },
    value: {},
  },
  ['value'],
);

/** The output schema of a call plan (`CallPlan`). */
export const callPlanSchema: JsonSchema = objectOf({
  listing: objectOf({
    id: text(),
    url: text(),
    status: term('statuses'),
    verified_at: orNull(text()),
    source: term('sources'),
  }),
  endpoint: objectOf({ method: term('http_methods'), path: text(), description: text(), response_description: text() }),
  request: objectOf({
    method: term('http_methods'),
    url: text('With {name} for each missing value.'),
    headers: anyObject('The headers by name.'),
    body: orNull(anyObject(), 'The JSON body. Null for a request without a body.'),
  }),
  parameters: listOf(parameter),
  missing: listOf(text(), 'Required parameters without a value.'),
  authentication: objectOf({
    required: flag(),
    type: orNull(text()),
    header: orNull(objectOf({ name: text(), value: text() })),
    instructions: orNull(text()),
    onboarding: orNull(anyObject(), 'How an agent gets a credential without a person.'),
  }),
  cost: objectOf({
    expectation: { type: 'string', enum: ['none', 'free_tier', 'paid', 'unknown'] },
    pricing_model: term('pricing_models'),
    estimate: orNull(anyObject(), "The publisher's estimate for this endpoint."),
    free_tier: orNull(anyObject()),
    paid_tier: orNull(anyObject()),
    payment: orNull(anyObject(), 'The machine-executable payment contract.'),
  }),
  limits: objectOf({ requests_per_minute: orNull(count()), requests_per_day: orNull(count()) }),
  cautions: listOf(text(), 'Warnings.'),
});
