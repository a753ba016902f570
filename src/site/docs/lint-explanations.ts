/** What each lint rule looks for, by the rule's name; what to do about it is the rule's own hint. */
export const LINT_EXPLANATIONS: Readonly<Record<string, string>> = {
  'placeholder-text':
    'A name, description, note or endpoint text that was left over from a template, such as “describe your API” or a mark TODO.',
  'placeholder-address':
    'An address or e-mail at a host that is reserved for examples, stands for the reader’s own (your-api.com), or leads to the reader’s own machine.',
  'instruction-to-agents':
    'Text that reads like an attempt to take over the agent: to ignore its instructions, to hide something from its user, or to give its secrets away.',
  'hidden-character':
    'Control characters, text-direction overrides, and characters without a shape, which make people and programs read different texts.',
  'auth-without-instructions':
    'Credentials are required, but nothing says where they are issued and where in a request they go.',
  'auth-required-without-type': 'Credentials are required, but their type is missing, null or none.',
  'auth-type-without-need':
    'A type of credentials is stated although none are required, and nothing says what they are for.',
  'personal-without-auth': 'The primary category is personal, for data of one user, but no credentials are required.',
  'free-with-price':
    'The pricing or the payment model is free, but a paid tier, or a rate or a cost hint with a price, is given.',
  'paid-without-rates': 'The payment contract takes payment, but lists no rate.',
  'cost-hint-contradiction':
    'An endpoint’s cost hint is in another currency than the payment contract, or names a price that none of its rates asks.',
  'network-not-caip2': 'A settlement network is not written as a CAIP-2 identifier, so agents may not know it.',
  'insecure-address': 'An address begins with http, so anyone on the way can change what it answers.',
  'empty-contact': 'The contact is there, but says nothing.',
  'duplicate-endpoint': 'Two endpoints have the same method and path.',
  'path-parameter':
    'A variable part of a path is not declared as a parameter, or a parameter is said to be in a path that does not have it.',
  'path-not-plain':
    'A path has a query, a fragment, white space, a backslash, another character that stands in no address, a “..” segment, or begins with two slashes.',
  'misplaced-maintainer': 'maintained_by stands at the top level, where it has no meaning.',
  'near-miss-member':
    'A member has a name that is nearly that of an optional member of the format, such as rate_limit.',
  'duplicate-category': 'A category is named twice.',
  'html-in-text': 'A description or note has HTML tags or entities, which are shown and read as they stand.',
  'notes-repeat-description': 'The agent notes say hardly more than the description.',
  'future-date': 'The manifest says that it was last updated more than a day from now.',
  'version-zero': 'The version is 0.0.0, which is what tools fill in when nobody chose one.',
  'large-manifest': 'The manifest has more than 256 KiB, which is more than many agents can read.',
};
