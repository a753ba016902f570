import type { Warning, WarningCode } from '#contract/row.ts';

/** The member of the manifest that each warning contradicts, and the meaning of the warning in one sentence. */
export const WARNINGS: Readonly<Record<WarningCode, { readonly contradicts: string; readonly meaning: string }>> = {
  identity_changed: {
    contradicts: 'name',
    meaning: 'The name, contact, homepage, and all endpoints changed at once in the last 30 days.',
  },
  auth_not_enforced: {
    contradicts: 'authentication',
    meaning: 'The manifest declares that calls need credentials, but endpoints respond to requests without any.',
  },
  auth_undeclared: {
    contradicts: 'authentication',
    meaning: 'The manifest declares that calls need no credentials, but endpoints reject requests without any.',
  },
  payment_not_enforced: {
    contradicts: 'payment',
    meaning: 'The manifest declares paid calls, but endpoints respond to requests without payment.',
  },
  endpoint_missing: {
    contradicts: 'endpoints',
    meaning: 'The manifest declares endpoints that respond with 404 or 410.',
  },
  charges_although_free: {
    contradicts: 'pricing',
    meaning: 'The manifest declares that the API is free, but endpoints require payment.',
  },
  not_https: {
    contradicts: 'url',
    meaning: 'The API does not use https, so requests and credentials are sent unencrypted.',
  },
};

/** The codes of all warnings, in the order of display. */
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

/** Returns the warnings that contradict a member of the manifest. */
export function warningsAbout(warnings: readonly Warning[], member: string): readonly Warning[] {
  return warnings.filter(({ code }) => WARNINGS[code].contradicts === member);
}

/** Returns whether a parsed value is a warning with a known code. */
export function isWarning(value: unknown): value is Warning {
  const { code, message } = (value ?? {}) as Partial<Warning>;
  return WARNING_CODES.some(each => each === code) && typeof message === 'string';
}
