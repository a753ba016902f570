/** A member that the format does not define, and that makes requests exact. */
export interface RecommendedMember {
  /** The path from the root of the manifest. */
  readonly path: string;
  readonly text: string;
  /** As JSON. */
  readonly example: string;
}

/**
 * The members that `src/calls` reads. Call plans, code snippets, and the CLI honor them, and an import from OpenAPI fills
 * them.
 */
export const RECOMMENDED_MEMBERS: readonly RecommendedMember[] = [
  {
    path: 'endpoints[].parameters[].in',
    text: 'The location of the parameter: path, query, header, cookie, or body.',
    example: '"query"',
  },
  {
    path: 'endpoints[].parameters[].example',
    text: 'A value that works. Probes and code snippets use it.',
    example: '"cuxhaven"',
  },
  {
    path: 'endpoints[].parameters[].default',
    text: 'The value that the API uses without the parameter.',
    example: '20',
  },
  { path: 'endpoints[].parameters[].enum', text: 'All allowed values.', example: '["high", "low"]' },
  {
    path: 'endpoints[].parameters[].style, explode',
    text: 'How a list or an object becomes text, as in OpenAPI. Also for members of form bodies. By default, a list in the query repeats the name, and other lists are separated by commas.',
    example: '"style": "deepObject", "explode": true',
  },
  {
    path: 'endpoints[].parameters[].content_type',
    text: 'The media type of a value that is itself a document, such as JSON in a query parameter or in a part of a multipart body.',
    example: '"application/json"',
  },
  {
    path: 'endpoints[].request_content_type',
    text: 'The media type of the body. JSON and its variants, forms, multipart, text, and binary data are supported.',
    example: '"application/x-www-form-urlencoded"',
  },
  {
    path: 'endpoints[].request_body',
    text: '"members" (the default): body parameters are members of one object. "whole": the only body parameter is the entire body, which may be a list, a text, or bytes. Without both request_body and in, an object or a list named body is assumed to be the entire body.',
    example: '"whole"',
  },
  {
    path: 'endpoints[].request_example, response_example',
    text: 'An example of the body, and of the successful response.',
    example: '{"harbor": "cuxhaven", "height": 3.2}',
  },
  {
    path: 'endpoints[].authentication',
    text: '"none" for an endpoint that needs no credentials, or an object like authentication of the manifest.',
    example: '"none"',
  },
  {
    path: 'authentication.config',
    text: 'The location of the credential: in (header, query, or cookie) and name, for headers also scheme (such as bearer or basic) and prefix. OAuth adds authorization_url, token_url, and scopes.',
    example: '{"in": "header", "name": "Authorization", "scheme": "bearer"}',
  },
  {
    path: 'authentication.config.credentials',
    text: 'A list of credentials that are sent together.',
    example: '[{"in": "header", "name": "X-App-Id"}, {"in": "header", "name": "X-App-Key"}]',
  },
  {
    path: 'authentication.config.alternatives',
    text: 'A list of other credentials that also work, each like config itself.',
    example: '[{"in": "query", "name": "api_key"}]',
  },
  {
    path: 'required_headers',
    text: 'Headers that every request must have, for the whole API or in one endpoint.',
    example: '{"User-Agent": "example-app (mail@example.com)"}',
  },
  {
    path: 'use_cases',
    text: 'Phrases that a user with the need would type. The search reads them.',
    example: '["when is high tide", "tides for sailing"]',
  },
];
