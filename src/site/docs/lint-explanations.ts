/** The explanation of each lint rule, by name. The hint of the rule describes the fix. */
export const LINT_EXPLANATIONS: Readonly<Record<string, string>> = {
  'unfinished-text':
    'A text starts with TODO or FIXME, alone or with a colon, contains “lorem ipsum”, or is copied from the documentation of the registry. This prevents a listing.',
  'placeholder-text':
    'A name, description, note, or endpoint text is left over from a template, such as “describe your API”.',
  'placeholder-address':
    'A URL or email address has a host that is reserved for examples, is a placeholder (your-api.com), or is a loopback host.',
  'instruction-to-agents':
    'A text looks like a prompt injection: it tells agents to ignore their instructions, to hide something from their users, or to reveal secrets.',
  'hidden-character':
    'A text has control characters, text-direction overrides, or invisible characters, so that people and programs read different texts.',
  'auth-without-instructions':
    'Credentials are required, but the manifest does not explain how to get them and where to put them in a request.',
  'auth-required-without-type': 'Credentials are required, but their type is missing, null, or none.',
  'auth-type-without-need':
    'A type of credentials is declared although none are required, and the manifest does not explain their purpose.',
  'personal-without-auth': 'The primary category is personal, for data of one user, but no credentials are required.',
  'free-with-price':
    'The pricing or the payment model is free, but the manifest has a paid tier, or a rate or cost hint with a price.',
  'paid-without-rates': 'The payment contract charges money, but lists no rates.',
  'cost-hint-contradiction':
    'The cost hint of an endpoint uses a different currency than the payment contract, or a price that matches none of its rates.',
  'network-not-caip2': 'A settlement network is not a CAIP-2 identifier, so agents may not recognize it.',
  'insecure-address': 'A URL starts with http, so anyone on the network path can modify its responses.',
  'empty-contact': 'The contact is empty.',
  'duplicate-endpoint': 'Two endpoints have the same method and path.',
  'path-parameter':
    'A variable part of a path is not declared as a parameter, or a declared path parameter is not in the path.',
  'path-not-plain':
    'A path has a query string, a fragment, whitespace, a backslash, another character that URLs do not allow, an incomplete percent-escape, or a “..” segment, or it starts with two slashes.',
  'misplaced-maintainer': 'maintained_by is at the top level, but has no meaning there.',
  'near-miss-member':
    'The name of a member, at any level, is similar to a missing member of the format, such as rate_limit or exmaple.',
  'near-miss-type': 'The type of a parameter is similar to a common type, such as strng.',
  'duplicate-category': 'A category is listed twice.',
  'html-in-text': 'A description or note has HTML tags or entities, which are shown as plain text.',
  'notes-repeat-description': 'The agent notes add little to the description.',
  'not-requested':
    'listing_requested is false. The manifest is valid, but a submission of the API is rejected, and its listing is withdrawn.',
  'future-date': 'last_updated is more than one day in the future.',
  'version-zero': 'The version is 0.0.0, the default of many tools.',
  'invalid-call-member':
    'A recommended member, such as in, style, or request_content_type, has a value that requests cannot use.',
  'incomplete-call':
    'Recommended members are missing, so programs guess where parameters and credentials go, and no example request works.',
  'large-manifest': 'The manifest is larger than 256 KiB, which is more than many agents can read.',
};
