import { lintRules } from '#manifest/lint.ts';
import { meaning, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import { MAX_REQUESTS } from '#verify/probes/probe-session.ts';
import type { Addresses } from '../config.ts';
import { createDefaultExample } from './example-api.ts';
import { CATEGORY_GUIDANCE, guidanceDocument } from './guidance-document.ts';
import { STATUS_TERMS } from './status-counts.ts';

/** Creates the body of `GET /validator/agents`: how agents check an API before they submit it (section 2.5). */
export function validatorGuidance(addresses: Addresses, exampleApi = createDefaultExample(addresses)): string {
  const { registry, site, validator, mcp, siteName } = addresses;
  return guidanceDocument('Guidance for agents: how to check an API or a manifest before you submit it.', {
    purpose: `The validator of the ${siteName}. It checks an API against the manifest format, and explains how to fix each problem. The registry runs the same checks before it lists an API, and again about once a day, before next_check_by of the listing.`,
    why_use_amp: {
      exact: 'All problems have a JSON Pointer to the location, the violated rule, and the fix.',
      honest:
        'A check without a clear result is "inconclusive", not "failed"; its evidence shows the requests and responses.',
      harmless: `Checks send only GET and HEAD requests, without credentials, and at most ${MAX_REQUESTS} in total.`,
    },
    how_to_use: {
      check_an_api: `POST ${validator}/validate with {"url": "https://api.example.com"}`,
      check_a_manifest: `POST ${validator}/validate with {"manifest": {…}}; sends no requests to the API`,
      read_the_answer:
        'passed is the overall result; errors[] has pointer, field, message, rule, and hint; checks[] has name, outcome (passed, failed, skipped, inconclusive), severity, message, hint, and evidence',
      try_again: 'if retryable is true, no fix is needed: a check was inconclusive; retry later',
    },
    checks: Object.fromEntries(CHECKS.map(({ name, meaning }) => [name, meaning])),
    format_rules: FORMAT_RULES,
    lint_rules: {
      'byte-order-mark': 'The text starts with a byte-order mark. Save it as UTF-8 without one.',
      ...Object.fromEntries(lintRules.map(({ name, hint }) => [name, hint])),
    },
    badges: Object.fromEntries(values('badges').map(badge => [badge, meaning('badges', badge)])),
    ...CATEGORY_GUIDANCE,
    workflow_example: `Write the manifest, POST {"manifest": …} until passed is true, serve it at /.well-known/api-manifest.json, POST {"url": …}, then submit the URL with POST ${registry}/listings/submit.`,
    listing_your_api: {
      step_1: `Write a manifest in format 0.3; its schema is ${site}/schemas/v0.3/manifest.json.`,
      step_2: 'Check it here as {"manifest": …}, and fix the problems in errors[].',
      step_3: 'Serve it at /.well-known/api-manifest.json on the origin of your API, and check it here as {"url": …}.',
      step_4: `Submit it: POST ${registry}/listings/submit with {"url": "https://api.example.com"}.`,
    },
    example_api: exampleApi,
    registry_notes: `The registry lists APIs that pass these checks. Only live checks award badges. ${STATUS_TERMS}`,
    related_services: {
      registry,
      site,
      tool_hub: mcp,
      schema_0_3: `${site}/schemas/v0.3/manifest.json`,
      openapi: `${registry}/openapi.json`,
    },
  });
}

/** The meaning of each `rule` of the manifest format. */
const FORMAT_RULES = {
  required: 'A required member is missing. The pointer is the location where it belongs.',
  type: 'A member has the wrong JSON type.',
  enum: 'A value is not one of the allowed values.',
  minLength: 'A string is too short, in Unicode characters.',
  maxLength: 'A string is too long, in Unicode characters.',
  minItems: 'An array has too few items.',
  minimum: 'A number is too small.',
  maximum: 'A number is too large.',
  uri: 'A string is not an absolute URI (RFC 3986).',
  email: 'A string is not an email address.',
  'date-time': 'A string is not a date and time with an offset (RFC 3339).',
  semver: 'A string is not a semantic version.',
  decimal: 'A string is not a decimal number.',
  currency: 'A string is neither an ISO 4217 code, such as USD, nor a name that starts with "x-".',
  path: 'A string is not a path that starts with "/".',
  anyOf: 'A value matches none of the allowed structures.',
  json: 'The text is not valid JSON. The message has the line and column.',
  'utf-8': 'The bytes are not UTF-8.',
  'duplicate-name': 'An object has a duplicate key.',
  depth: 'Objects and arrays are nested more than 64 levels deep.',
  'too-many-keys': 'The document has more than 20,000 different keys.',
  'number-range': 'A number exceeds the range of double-precision floating-point numbers.',
  'too-large': 'The manifest has more than 1 MiB.',
  'other-format': 'The document has another format, such as OpenAPI.',
};
