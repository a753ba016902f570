import { DEFAULT_SITE_NAME } from '#listing/site-name.ts';

/** The environment variables that configure a registry: meaning and default. `src/site/docs/self-hosting.md` has the same table. */
export const SETTINGS = {
  PORT: { meaning: 'TCP port; 0 selects a free port', default: '4321' },
  HOST: { meaning: 'IP address to listen on', default: '127.0.0.1' },
  REGISTRY_DIR: { meaning: 'folder that contains listings/', default: './registry' },
  OBSERVATIONS_DIR: { meaning: 'folder with the observations of revalidation', default: '(none)' },
  DATA_DIR: { meaning: 'folder for the data of the running registry', default: './.data' },
  REGISTRY_URL: {
    meaning: 'public URL of the registry; set it before others can reach the server',
    default: 'http://HOST:PORT',
  },
  SITE_URL: { meaning: 'public URL of the site', default: 'REGISTRY_URL' },
  VALIDATOR_URL: { meaning: 'public URL of the validator', default: 'REGISTRY_URL/validator' },
  MCP_URL: { meaning: 'public URL of the MCP server', default: 'REGISTRY_URL/mcp' },
  SITE_NAME: {
    meaning: 'name of the registry on its pages, in its API, and in its commits',
    default: DEFAULT_SITE_NAME,
  },
  SECURITY_CONTACT: {
    meaning: 'contact for vulnerability reports: an https:, mailto:, or tel: URL',
    default: 'SITE_URL/docs/security/',
  },
  CONTACT: {
    meaning: 'contact for corrections and removals of listings: an https:, mailto:, or tel: URL',
    default: '(none): the pages name the repository',
  },
  REPOSITORY_URL: {
    meaning: 'public repository of the registry, for links on its pages',
    default: '(none): the pages have no such links',
  },
  REGISTRY_SIGNING_KEY: { meaning: 'Ed25519 key that signs the export', default: '(none): the export is unsigned' },
  REGISTRY_PUBLIC_KEYS: { meaning: 'JWK set of previous and next keys to publish', default: '(none)' },
  VALIDATE_LIMIT: {
    meaning: 'maximum validations per minute per client',
    default: '30; no limit for requests with local privileges',
  },
  SUBMIT_LIMIT: {
    meaning: 'maximum submissions per minute per client',
    default: '10; no limit for requests with local privileges',
  },
  CLIENT_HEADER: {
    meaning: "header that your reverse proxy sets to the client's IP address",
    default: '(none): all clients behind a proxy share one rate limit',
  },
  REQUEST_LOG: { meaning: 'on logs a line of JSON for each request; off does not', default: 'on; off in local mode' },
  REVALIDATE: {
    meaning:
      'how often the server checks the listings that are due, from 1s to 6h, such as 30m; off does not check any',
    default: '6h',
  },
  SELF_LISTING: { meaning: 'on lists the registry itself, checked like any other API; off does not', default: 'on' },
  MISSING_SEARCHES: {
    meaning: 'on counts the words of searches without results on the Node server; off does not',
    default: 'off',
  },
  METRICS_LISTEN: { meaning: 'address and port that serve /metrics', default: '(none)' },
  QUERY_ENGINE: { meaning: 'query engine on Workers: index (in memory) or d1 (database)', default: 'index' },
  COMMIT: { meaning: 'commit of the running code, shown by /health', default: 'the commit of the clone' },
} as const;
