import { anyObject, count, flag, type JsonSchema, listOf, objectOf, orNull, term, text } from './output-schema.ts';

const parameter = objectOf(
  {
    name: text(),
    type: text("The publisher's word; unknown when it is not declared."),
    required: flag(),
    description: text(),
    place: { type: 'string', enum: ['path', 'query', 'header', 'body'], description: 'Where it most likely goes.' },
    value: {},
  },
  ['value'],
);

/** The output schema of a plan of a call (`CallPlan`). */
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
    url: text('With {name} where something has to be filled in.'),
    headers: anyObject('By name.'),
    body: orNull(anyObject(), 'The JSON to send; null when there is none.'),
  }),
  parameters: listOf(parameter),
  missing: listOf(text(), 'Required parameters that have no value yet.'),
  authentication: objectOf({
    required: flag(),
    type: orNull(text()),
    header: orNull(objectOf({ name: text(), value: text() })),
    instructions: orNull(text()),
    onboarding: orNull(anyObject(), 'How an agent gets a credential by itself.'),
  }),
  cost: objectOf({
    expectation: { type: 'string', enum: ['none', 'free_tier', 'paid', 'unknown'] },
    pricing_model: term('pricing_models'),
    estimate: orNull(anyObject(), "The publisher's estimate for this endpoint."),
    free_tier: orNull(anyObject()),
    paid_tier: orNull(anyObject()),
    payment: orNull(anyObject(), 'The machine-executable contract.'),
  }),
  limits: objectOf({ requests_per_minute: orNull(count()), requests_per_day: orNull(count()) }),
  cautions: listOf(text(), 'What to know before the call, in the words of the registry.'),
});
