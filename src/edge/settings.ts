/** What the environment may set: the name, what it does, and what holds without it. The README shows this table. */
export const SETTINGS = {
  PORT: { meaning: 'the port to listen at; 0 takes any free one', default: '4321' },
  HOST: { meaning: 'the address to listen at', default: '127.0.0.1' },
  REGISTRY_DIR: { meaning: 'the folder that holds listings/', default: './registry' },
  OBSERVATIONS_DIR: { meaning: 'the folder with what re-validation saw', default: '(none)' },
  DATA_DIR: { meaning: 'where the running registry keeps what it builds', default: './.data' },
  REGISTRY_URL: {
    meaning: 'the public URL of the registry; set it before others can reach the server',
    default: 'http://HOST:PORT',
  },
  SITE_URL: { meaning: "the site's public address", default: 'REGISTRY_URL' },
  VALIDATOR_URL: { meaning: "the validator's public address", default: 'REGISTRY_URL/validator' },
  MCP_URL: { meaning: "the tool hub's public address", default: 'REGISTRY_URL/mcp' },
  SECURITY_CONTACT: {
    meaning: 'where weaknesses are reported: an https:, mailto: or tel: address',
    default: 'SITE_URL/docs/security/',
  },
  REGISTRY_SIGNING_KEY: { meaning: 'the Ed25519 key that signs the export', default: '(none): it is not signed' },
  REGISTRY_PUBLIC_KEYS: { meaning: 'a JWK set of former and next keys to publish', default: '(none)' },
  VALIDATE_LIMIT: { meaning: 'maximum validations per minute per client', default: '30; none in local mode' },
  SUBMIT_LIMIT: { meaning: 'maximum submissions per minute per client', default: '10; none in local mode' },
  CLIENT_HEADER: {
    meaning: "the header that your reverse proxy sets to the client's IP address",
    default: '(none): all clients behind a proxy share one rate limit',
  },
  REQUEST_LOG: { meaning: 'one line of JSON for each request, on or off', default: 'on; off on loopback' },
  METRICS_LISTEN: { meaning: 'the address and port at which /metrics answers', default: '(none)' },
  QUERY_ENGINE: { meaning: 'what answers queries on Workers: index (in memory) or d1 (a database)', default: 'index' },
  COMMIT: { meaning: 'the commit that is served, as /health tells it', default: "the clone's" },
} as const;
