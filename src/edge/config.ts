import { findSharedSurface, getDefaultSurfaceUrls } from '#listing/public-url.ts';
import { parseSiteName } from '#listing/site-name.ts';
import { parseDuration } from '#listing/time/duration.ts';
import { MAX_REVALIDATION_INTERVAL_MS } from '#listing/time/revalidation-interval.ts';
import { isLocalServer } from './local-privileges.ts';
import { SETTINGS } from './settings.ts';

/** The configuration of a running registry, read from environment variables. */
export interface Config {
  /** The host name or IP address to listen on. */
  readonly host: string;
  /** The TCP port; 0 selects a free port. */
  readonly port: number;
  /** The folder that contains `listings/`, the committed records. */
  readonly registryDir: string;
  /** The folder with the observations of revalidation. */
  readonly observationsDir: string | undefined;
  /** The folder for builds and accepted submissions. */
  readonly dataDir: string;
  readonly addresses: Addresses;
  /** Whether all configured addresses are loopback, so that local requests get privileges (`local-privileges.ts`). */
  readonly local: boolean;
  readonly limits: RequestLimits;
  /** The header that your reverse proxy sets to the client's IP address. */
  readonly clientHeader: string | undefined;
  /** Whether to log each request as a line of JSON. */
  readonly requestLog: boolean;
  /** How often the server checks the listings that are due, in milliseconds; undefined turns it off. */
  readonly revalidateMs: number | undefined;
  /** Whether the registry lists itself. */
  readonly selfListing: boolean;
  /** Whether to count the words of searches without results. */
  readonly missingSearches: boolean;
  /** The address that serves metrics; undefined turns them off. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The commit of the running code; if undefined, the commit of the clone counts. */
  readonly commit: string | undefined;
}

/** Maximum requests per minute per client; undefined means no limit. */
interface OperationQuotas {
  readonly validate: number | undefined;
  readonly submit: number | undefined;
}

/** The rate limits of public requests and of requests with local privileges. */
export interface RequestLimits extends OperationQuotas {
  /** If absent, requests with local privileges have no limit. */
  readonly local?: OperationQuotas;
}

/** The base URL of each surface, without a trailing slash (specification, section 1). */
export interface Addresses {
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** The name of the registry. */
  readonly siteName: string;
  /** The https, mailto, or tel URL for vulnerability reports. */
  readonly securityContact?: string;
  /** The contact for corrections and removals: an https, mailto, or tel URL. */
  readonly contact?: string;
  /** The https URL of the public repository. */
  readonly repository?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 * @throws RangeError that names the invalid variable, with a message for the operator
 */
export function loadConfig(environment: Environment): Config {
  const host = hostFrom(environment.HOST || SETTINGS.HOST.default);
  const port = portFrom(environment.PORT || SETTINGS.PORT.default);
  const addresses = addressesFrom(environment, `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const metrics = metricsFrom(environment.METRICS_LISTEN);
  if (metrics?.port === port && port !== 0 && metrics.host === host)
    throw new RangeError(
      `METRICS_LISTEN is "${environment.METRICS_LISTEN}", which is also HOST and PORT. Use another port.`,
    );
  const clientHeader = headerFrom(environment.CLIENT_HEADER);
  const local = isLocalServer({ host, addresses, metrics, clientHeader });
  return {
    host,
    port,
    local,
    limits: limitsFrom(environment),
    clientHeader,
    requestLog: switchFrom('REQUEST_LOG', environment) ?? !local,
    selfListing: switchFrom('SELF_LISTING', environment) ?? true,
    missingSearches: switchFrom('MISSING_SEARCHES', environment) ?? false,
    revalidateMs: revalidationFrom(environment.REVALIDATE || SETTINGS.REVALIDATE.default),
    metrics,
    commit: commitFrom(environment.COMMIT),
    registryDir: environment.REGISTRY_DIR || SETTINGS.REGISTRY_DIR.default,
    observationsDir: environment.OBSERVATIONS_DIR || undefined,
    dataDir: environment.DATA_DIR || SETTINGS.DATA_DIR.default,
    addresses,
  };
}

/** Reads the URLs of the surfaces. Unset ones default to paths below the registry's URL. */
export function addressesFrom(environment: Environment, fallback: string): Addresses {
  const registry = addressFrom('REGISTRY_URL', environment, fallback);
  const securityContact = contactFrom('SECURITY_CONTACT', environment);
  const contact = contactFrom('CONTACT', environment);
  const repository = environment.REPOSITORY_URL ? addressFrom('REPOSITORY_URL', environment, '') : undefined;
  const defaults = getDefaultSurfaceUrls(registry);
  const urls = {
    registry,
    site: addressFrom('SITE_URL', environment, defaults.site),
    validator: addressFrom('VALIDATOR_URL', environment, defaults.validator),
    mcp: addressFrom('MCP_URL', environment, defaults.mcp),
  };
  const shared = findSharedSurface(urls);
  if (shared !== undefined)
    throw new RangeError(
      `${shared.toUpperCase()}_URL is "${urls[shared]}", but another surface has this URL. Use another one, such as ${registry}/${shared}.`,
    );
  return {
    ...urls,
    siteName: parseSiteName(environment.SITE_NAME),
    ...(securityContact !== undefined && { securityContact }),
    ...(contact !== undefined && { contact }),
    ...(repository !== undefined && { repository }),
  };
}

/** Reads the rate limits. The defaults apply to public requests only; explicit settings also apply to local ones. */
export function limitsFrom(environment: Environment): RequestLimits {
  const validate = limitFrom('VALIDATE_LIMIT', environment);
  const submit = limitFrom('SUBMIT_LIMIT', environment);
  return { validate: validate ?? 30, submit: submit ?? 10, local: { validate, submit } };
}

function limitFrom(name: keyof typeof SETTINGS, environment: Environment): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new RangeError(`${name} is "${text}", but must be a whole number from 1 to 9999999.`);
}

function switchFrom(name: keyof typeof SETTINGS, environment: Environment): boolean | undefined {
  const text = environment[name];
  if (!text) return undefined;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new RangeError(`${name} is "${text}", but must be on or off.`);
}

function revalidationFrom(text: string): number | undefined {
  if (text === 'off') return undefined;
  const interval = parseDuration(text);
  if (interval !== undefined && interval >= 1000 && interval <= MAX_REVALIDATION_INTERVAL_MS) return interval;
  throw new RangeError(`REVALIDATE is "${text}", but must be off or a duration from 1s to 6h, such as 30m or 6h.`);
}

function metricsFrom(text: string | undefined): Config['metrics'] {
  if (!text) return undefined;
  const [, host, port] = /^(?:(\[[\da-f:]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port !== undefined && Number(port) <= 65_535)
    return { host: host?.replace(/[[\]]/g, '') ?? SETTINGS.HOST.default, port: Number(port) };
  throw new RangeError(`METRICS_LISTEN is "${text}", but must be a port, or a host and a port: 127.0.0.1:9464.`);
}

function commitFrom(text: string | undefined): string | undefined {
  if (!text || /^[0-9a-f]{40}$/.test(text)) return text || undefined;
  throw new RangeError(`COMMIT is "${text}", but must be a full commit hash (40 hexadecimal digits).`);
}

function hostFrom(text: string): string {
  const address = text.replace(/%[\w.-]+$/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  if (/^[\w.:-]+$/.test(address) && URL.canParse(`http://${host}`)) return text;
  throw new RangeError(
    `HOST is "${text}", but must be an IP address or a host name, without brackets and port, such as 127.0.0.1 or ::1.`,
  );
}

function headerFrom(text: string | undefined): string | undefined {
  // Another name would never match, so that all clients would share one rate limit.
  if (!text || /^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text || undefined;
  throw new RangeError(`CLIENT_HEADER is "${text}", but must be the name of a header, such as X-Real-IP.`);
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
  throw new RangeError(
    `${name} is "${text}", but must be an https:, mailto:, or tel: URL, such as mailto:security@api.example.com.`,
  );
}

function addressFrom(name: keyof typeof SETTINGS, environment: Environment, fallback: string): string {
  const text = environment[name] || fallback;
  const url = URL.parse(text);
  // Links and headers contain it as it is, so it must have no characters that JSON or HTTP escapes.
  const isBase = url && /^https?:$/.test(url.protocol) && !/[?#]/.test(url.href) && /^[\w.-]+$|^\[/.test(url.hostname);
  // The registry publishes its URLs, so credentials in them would be public.
  if (isBase && !url.username && !url.password) return url.href.replace(/\/+$/, '');
  throw new RangeError(
    `${name} is "${hideCredentials(text)}", but must be an http or https URL without credentials, query string, and fragment, such as https://registry.example.org.`,
  );
}

/** Hides the user and the password in a URL, because errors end up in logs. */
function hideCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//***@');
}
