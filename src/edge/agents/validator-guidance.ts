import { lintRules } from '#manifest/lint.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import { MAX_URLS } from '#verify/probes/probe-session.ts';
import type { Addresses } from '../config.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';

/** `GET /validator/agents`: how an agent checks an API before it is listed, in the form of section 2.5. */
export function validatorGuidance({ registry, site, validator, mcp, siteName }: Addresses): string {
  return guidanceDocument('Guidance for agents: how to check an API or a manifest before it is listed.', {
    purpose: `The validator of the ${siteName}. It checks an API against the manifest format and returns a fix for each problem. The registry runs the same checks before it lists an API, and daily after that.`,
    why_use_amp: {
      exact:
        'Every problem has a JSON Pointer to its place, the rule that is broken, and a sentence that tells how to mend it.',
      honest: 'A check that could not be decided is "inconclusive", not a failure; what was seen is in its evidence.',
      harmless: `Only GET and HEAD are ever sent, without credentials, to at most ${MAX_URLS} addresses of the API.`,
    },
    how_to_use: {
      check_an_api: `POST ${validator}/validate with {"url": "https://api.example.com"}`,
      check_a_manifest: `POST ${validator}/validate with {"manifest": {…}}; nothing is fetched, and nothing is said of any address`,
      read_the_answer:
        'passed is the verdict; errors[] has pointer, field, message, rule and hint; checks[] has name, outcome (passed, failed, skipped, inconclusive), severity, message, hint and evidence',
      try_again: 'where retryable is true, nothing needs mending: a check could not decide',
    },
    checks: Object.fromEntries(CHECKS.map(({ name, meaning }) => [name, meaning])),
    format_rules: FORMAT_RULES,
    lint_rules: {
      'byte-order-mark': 'The text begins with a byte-order mark; save it as UTF-8 without one.',
      ...Object.fromEntries(lintRules.map(({ name, hint }) => [name, hint])),
    },
    badges: Object.fromEntries(values('badges').map(badge => [badge, meaning('badges', badge)])),
    ...CATEGORY_GUIDANCE,
    workflow_example: `Write the manifest, POST {"manifest": …} until passed is true, serve it at /.well-known/api-manifest.json, POST {"url": …}, then submit the address with POST ${registry}/listings/submit.`,
    listing_your_api: {
      step_1: `Write a manifest in format 0.3; its schema is ${site}/schemas/v0.3/manifest.json.`,
      step_2: 'Check it here as {"manifest": …}, and mend what errors[] names.',
      step_3: 'Serve it at /.well-known/api-manifest.json on your API\'s own origin, and check it here as {"url": …}.',
      step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}.`,
    },
    example_api: {
      url: `${registry}/listings/api.open-meteo.com`,
      description: 'A listing whose manifest shows what every manifest holds.',
    },
    registry_notes:
      'Passing here is what listing takes; a badge is earned by a live check alone, and never by a claim.',
    related_services: {
      registry,
      site,
      tool_hub: mcp,
      schema_0_3: `${site}/schemas/v0.3/manifest.json`,
      openapi: `${registry}/openapi.json`,
    },
  });
}

/** What `rule` of an error says about a manifest that breaks its format. */
const FORMAT_RULES = {
  required: 'A member is missing; the pointer is the one that it should have.',
  type: 'A member has another JSON type than the format wants.',
  enum: 'A value is not in its closed vocabulary.',
  minLength: 'A text is shorter than the format wants, counted in Unicode characters.',
  maxLength: 'A text is longer than the format allows, counted in Unicode characters.',
  minItems: 'A list has fewer items than the format wants.',
  minimum: 'A number is smaller than the format allows.',
  maximum: 'A number is larger than the format allows.',
  uri: 'A text is not an address with a scheme (RFC 3986).',
  email: 'A text is not an email address.',
  'date-time': 'A text is not a date and time with offset (RFC 3339).',
  semver: 'A text is not a semantic version.',
  decimal: 'A text is not an amount in digits, with or without a fraction.',
  currency: 'A text is not three capital letters (ISO 4217), nor "x-" and a name.',
  path: 'A text is not a path that starts with "/".',
  anyOf: 'A value has none of the forms that the format allows in its place.',
  json: 'The text is not JSON; line and column are told.',
  'utf-8': 'The bytes are not UTF-8.',
  'duplicate-name': 'An object has the same name twice.',
  depth: 'Objects and lists are nested more than 64 deep.',
  'number-range': 'A number is beyond what programs can read exactly.',
};
