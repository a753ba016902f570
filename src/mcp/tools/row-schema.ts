import { WARNING_CODES } from '#listing/warnings.ts';
import { count, flag, type JsonSchema, listOf, objectOf, orNull, term, text } from './output-schema.ts';

/** The output schema of the results of the last check. */
export const observedSchema: JsonSchema = objectOf({
  responding: orNull(flag(), 'Whether an endpoint responded at the last check. Null if unknown.'),
  endpoints_probed: count(),
  endpoints_responding: count(),
  last_responded_at: orNull(text()),
  uptime_90d: orNull({ type: 'number' }, 'The percentage of checks in 90 days in which an endpoint responded.'),
  response_ms: orNull({ type: 'number' }),
  warnings: listOf(
    objectOf({ code: { type: 'string', enum: WARNING_CODES }, message: text() }),
    'Contradictions between the manifest and the live API. Tell the user about them.',
  ),
});

/** The output schema of a row: a listing in search results. */
export const rowMembers: Readonly<Record<string, JsonSchema>> = {
  id: text(),
  name: text(),
  url: text('The origin of the API.'),
  description: text('Publisher text.'),
  version: text(),
  primary_category: term('primary_categories'),
  categories: listOf(term('categories')),
  pricing_model: term('pricing_models'),
  payment_model: orNull(term('payment_models')),
  payment_currency: orNull(text()),
  settlement_type: orNull(term('settlement_types')),
  supports_spend_cap: flag(),
  auth_required: flag('Whether calls need credentials.'),
  authentication: term('authentication'),
  maintained_by: orNull(term('maintainers')),
  badges: listOf(term('badges')),
  status: term('statuses'),
  source: term('sources'),
  created_at: text(),
  updated_at: text(),
  verified_at: orNull(text(), 'When it last passed its checks.'),
  last_checked_at: orNull(text()),
  next_check_by: orNull(text()),
  costs_nothing: flag('Whether no call can cost money.'),
  free_tier: flag('Whether the API costs nothing, or has a free tier.'),
  price: term('prices'),
  observed: observedSchema,
  links: objectOf({ self: text(), manifest: orNull(text()), html: text() }),
};

export const rowSchema: JsonSchema = objectOf(rowMembers);
