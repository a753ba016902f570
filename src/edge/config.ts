import { parseSiteName } from '#listing/site-name.ts';
import { isLocalServer } from './local-privileges.ts';
import { SETTINGS } from './settings.ts';

/** How one running registry is set up. Everything comes from the environment, and all of it is read here. */
export interface Config {
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
  /** Whether each configured address is loopback, so that local requests get privileges (`local-privileges.ts`). */
  readonly local: boolean;
  readonly limits: RequestLimits;
  /** The header in which a proxy in front tells the client's address. */
  readonly clientHeader: string | undefined;
  /** Whether each request is told in a line of JSON. */
  readonly requestLog: boolean;
  /** Where metrics answer; undefined where they do not. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The commit that is served; undefined where the clone tells it. */
  readonly commit: string | undefined;
}

/** Requests per minute and client; undefined does not limit. */
interface OperationQuotas {
  readonly validate: number | undefined;
  readonly submit: number | undefined;
}

/** The rate limits of public requests, and those that hold for requests with local privileges, too. */
export interface RequestLimits extends OperationQuotas {
  /** Without it, requests with local privileges are not limited. */
  readonly local?: OperationQuotas;
}

/** Where each surface answers, without a trailing slash (specification, section 1). */
export interface Addresses {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** The name of the registry. */
  readonly siteName: string;
  /** Where weaknesses are reported: an https, mailto or tel address; absent where nobody is named. */
  readonly securityContact?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 * @throws RangeError naming the variable whose value is unusable, fit to show to the operator
 */
export function loadConfig(environment: Environment): Config {
  const host = environment.HOST || SETTINGS.HOST.default;
  const port = portFrom(environment.PORT || SETTINGS.PORT.default);
  const addresses = addressesFrom(environment, `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const metrics = metricsFrom(environment.METRICS_LISTEN);
  const clientHeader = environment.CLIENT_HEADER || undefined;
  const local = isLocalServer({ host, addresses, metrics, clientHeader });
  return {
    host,
    port,
    local,
    limits: limitsFrom(environment),
    clientHeader,
    requestLog: switchFrom('REQUEST_LOG', environment) ?? !local,
    metrics,
    commit: commitFrom(environment.COMMIT),
    registryDir: environment.REGISTRY_DIR || SETTINGS.REGISTRY_DIR.default,
    observationsDir: environment.OBSERVATIONS_DIR || undefined,
    dataDir: environment.DATA_DIR || SETTINGS.DATA_DIR.default,
    addresses,
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
    siteName: parseSiteName(environment.SITE_NAME),
    ...(securityContact !== undefined && { securityContact }),
  };
}

/** The rate limits: the defaults hold for public requests only, explicit settings for local ones, too. */
export function limitsFrom(environment: Environment): RequestLimits {
  const validate = limitFrom('VALIDATE_LIMIT', environment);
  const submit = limitFrom('SUBMIT_LIMIT', environment);
  return { validate: validate ?? 30, submit: submit ?? 10, local: { validate, submit } };
}

function limitFrom(name: keyof typeof SETTINGS, environment: Environment): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", but must be a whole number from 1.`);
}

function switchFrom(name: keyof typeof SETTINGS, environment: Environment): boolean | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new RangeError(`${name} is "${text}", but must be on or off.`);
}

function metricsFrom(text: string | undefined): Config['metrics'] {
  if (!text) return undefined;
  const [, host, port] = /^(?:(\[[\da-f:]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port !== undefined && Number(port) <= 65_535)
    return { host: host?.replace(/[[\]]/g, '') ?? SETTINGS.HOST.default, port: Number(port) };
  throw new RangeError(`METRICS_LISTEN is "${text}", but must be a port, or an address and a port: 127.0.0.1:9464.`);
}

function commitFrom(text: string | undefined): string | undefined {
  if (!text || /^[0-9a-f]{40}$/.test(text)) return text || undefined;
  throw new RangeError(`COMMIT is "${text}", but must be the 40 digits of a commit.`);
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
