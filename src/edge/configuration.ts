/** How one running registry is set up. Everything comes from the environment, and all of it is read here. */
export interface Configuration {
  /** The address to listen at. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Holds `listings/`, the committed records. */
  readonly registryDir: string;
  /** Holds what re-validation saw; empty where it never ran. */
  readonly observationsDir: string | undefined;
  /** Where the running registry keeps what it builds and accepts. */
  readonly dataDir: string;
  readonly addresses: Addresses;
  /** Whether it listens on loopback only, so that nobody else can reach it. */
  readonly local: boolean;
  /** Requests a minute that a client may make; undefined does not limit. */
  readonly limits: { readonly validate: number | undefined; readonly submit: number | undefined };
  /** The header in which a proxy in front tells the client's address. */
  readonly clientHeader: string | undefined;
}

/** Where each surface answers, without a trailing slash (specification, section 1). */
export interface Addresses {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** Where weaknesses are reported: an https, mailto or tel address; absent where nobody is named. */
  readonly securityContact?: string;
}

/** What the environment may set: the name, what it does, and what holds without it. The README shows this table. */
export const SETTINGS = {
  PORT: { meaning: 'the port to listen at; 0 takes any free one', default: '4321' },
  HOST: { meaning: 'the address to listen at', default: '127.0.0.1' },
  REGISTRY_DIR: { meaning: 'the folder that holds listings/', default: './registry' },
  OBSERVATIONS_DIR: { meaning: 'the folder with what re-validation saw', default: '(none)' },
  DATA_DIR: { meaning: 'where the running registry keeps what it builds', default: './.data' },
  REGISTRY_URL: { meaning: "the registry's public address", default: 'http://HOST:PORT' },
  SITE_URL: { meaning: "the site's public address", default: 'REGISTRY_URL' },
  VALIDATOR_URL: { meaning: "the validator's public address", default: 'REGISTRY_URL/validator' },
  MCP_URL: { meaning: "the tool hub's public address", default: 'REGISTRY_URL/mcp' },
  SECURITY_CONTACT: {
    meaning: 'where weaknesses are reported: an https:, mailto: or tel: address',
    default: 'SITE_URL/docs/security/',
  },
  VALIDATE_LIMIT: { meaning: 'validations a minute that a client may ask for', default: '30; none on loopback' },
  SUBMIT_LIMIT: { meaning: 'submissions a minute that a client may make', default: '10; none on loopback' },
  CLIENT_HEADER: { meaning: "the header in which a proxy in front tells the client's address", default: '(none)' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 * @throws RangeError naming the variable whose value is unusable, fit to show to the operator
 */
export function configurationFrom(environment: Environment): Configuration {
  const host = environment.HOST || SETTINGS.HOST.default;
  const port = portFrom(environment.PORT || SETTINGS.PORT.default);
  const local = isLoopback(host);
  return {
    host,
    port,
    local,
    limits: limitsFrom(environment, local),
    clientHeader: environment.CLIENT_HEADER || undefined,
    registryDir: environment.REGISTRY_DIR || SETTINGS.REGISTRY_DIR.default,
    observationsDir: environment.OBSERVATIONS_DIR || undefined,
    dataDir: environment.DATA_DIR || SETTINGS.DATA_DIR.default,
    addresses: addressesFrom(environment, `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  };
}

/** The addresses of the surfaces; those that are not set lie below the registry's. */
export function addressesFrom(environment: Environment, fallback: string): Addresses {
  const registry = addressFrom('REGISTRY_URL', environment, fallback);
  const securityContact = contactFrom('SECURITY_CONTACT', environment);
  return {
    registry,
    site: addressFrom('SITE_URL', environment, registry),
    validator: addressFrom('VALIDATOR_URL', environment, `${registry}/validator`),
    mcp: addressFrom('MCP_URL', environment, `${registry}/mcp`),
    ...(securityContact !== undefined && { securityContact }),
  };
}

/**
 * What a client may ask for a minute.
 * @param local whether nobody but this machine's own users can ask; then only what is set limits
 */
export function limitsFrom(environment: Environment, local: boolean): Configuration['limits'] {
  return {
    validate: limitFrom('VALIDATE_LIMIT', environment) ?? (local ? undefined : 30),
    submit: limitFrom('SUBMIT_LIMIT', environment) ?? (local ? undefined : 10),
  };
}

function limitFrom(name: keyof typeof SETTINGS, environment: Environment): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", but must be a whole number from 1.`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new RangeError(`PORT is "${text}", but must be a whole number from 0 to 65535.`);
}

function contactFrom(name: keyof typeof SETTINGS, environment: Environment): string | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(text) && URL.canParse(text)) return text;
  throw new RangeError(`${name} is "${text}", but must be an address such as mailto:security@api.example.com.`);
}

function addressFrom(name: keyof typeof SETTINGS, environment: Environment, fallback: string): string {
  const text = environment[name] || fallback;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return text.replace(/\/+$/, '');
  throw new RangeError(`${name} is "${text}", but must be an http(s) address without query and fragment.`);
}
