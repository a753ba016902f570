import {
  findPublicUrlError,
  findSharedSurface,
  findSitePathError,
  getDefaultSurfaceUrls,
} from '#listing/public-url.ts';
import { parseSiteName } from '#listing/site-name.ts';
import { failure, type Result, success } from '#manifest/result.ts';

/** The platforms of a registry: one machine, any file host, or GitHub with Cloudflare. */
export const PLATFORMS = ['machine', 'static', 'github'] as const;

export type Platform = (typeof PLATFORMS)[number];

/**
 * The settings of a deployment. Setup commits them as `deploy/settings.json`, so they never contain a secret.
 */
export interface DeploymentSettings {
  readonly platform: Platform;
  readonly site_name: string;
  /** The public https URL of the registry, without a trailing slash. */
  readonly registry_url: string;
  /** The public URLs of surfaces with their own host. */
  readonly site_url?: string;
  readonly validator_url?: string;
  readonly mcp_url?: string;
  /** The https, mailto, or tel URL for vulnerability reports and removal requests. */
  readonly contact: string;
  /** The GitHub repository, as `owner/name`. Required on GitHub. */
  readonly repository?: string;
  /** The id of the Cloudflare account. Without it, the workflow Deploy produces an artifact and deploys nothing. */
  readonly cloudflare_account_id?: string;
  /**
   * The id of the Cloudflare account for previews. It must be another one, because a token that can edit one Worker of an
   * account can edit all. Without it, pull requests get no previews.
   */
  readonly cloudflare_preview_account_id?: string;
}

/** A reason why settings are invalid, with the member and the fix. */
export interface SettingsError {
  readonly member: string;
  readonly message: string;
}

/** The URL members, and whether each is required. */
const URL_MEMBERS = { registry_url: true, site_url: false, validator_url: false, mcp_url: false } as const;

const MEMBERS: readonly string[] = [
  ...['platform', 'site_name', 'contact', 'repository', 'cloudflare_account_id', 'cloudflare_preview_account_id'],
  ...Object.keys(URL_MEMBERS),
];

/** Parses settings, such as those of --answers, and reports every error at once. */
export function parseDeploymentSettings(value: unknown): Result<DeploymentSettings, readonly SettingsError[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failure([{ member: '', message: 'The settings must be a JSON object.' }]);
  const given = value as Readonly<Record<string, unknown>>;
  const errors = Object.keys(given)
    .filter(member => !MEMBERS.includes(member))
    .map(member => ({ member, message: `Unknown member. Use ${MEMBERS.join(', ')}.` }));
  const settings: Record<string, string> = {};
  for (const member of MEMBERS) {
    const text = given[member];
    if (text === undefined || text === '') continue;
    const error = typeof text === 'string' ? findError(member, text) : 'Use a string.';
    if (error !== undefined) errors.push({ member, message: error });
    else settings[member] = normalize(member, String(text));
  }
  errors.push(...findConflicts(settings));
  for (const member of getRequiredMembers(settings.platform)) {
    if (given[member] === undefined || given[member] === '')
      errors.push({ member, message: 'This member is required.' });
  }
  return errors.length > 0 ? failure(errors) : success(settings as unknown as DeploymentSettings);
}

/** Finds valid members that conflict with others. Settings may be incomplete. */
export function findConflicts(settings: Readonly<Record<string, string>>): SettingsError[] {
  const { cloudflare_account_id: account, cloudflare_preview_account_id: preview } = settings;
  const accounts =
    preview === undefined || preview !== account
      ? []
      : [{ member: 'cloudflare_preview_account_id', message: SAME_ACCOUNT }];
  return [...accounts, ...findSharedUrls(settings), ...findSitePath(settings)];
}

/** Finds the surface that has the URL of another one. */
function findSharedUrls(settings: Readonly<Record<string, string>>): SettingsError[] {
  const { registry_url, site_url, validator_url, mcp_url } = settings;
  if (registry_url === undefined) return [];
  const defaults = getDefaultSurfaceUrls(registry_url);
  const shared = findSharedSurface({
    registry: registry_url,
    site: site_url ?? defaults.site,
    validator: validator_url ?? defaults.validator,
    mcp: mcp_url ?? defaults.mcp,
  });
  const message = `Another surface has this URL. Use another one, such as ${registry_url}/${shared}.`;
  return shared === undefined ? [] : [{ member: `${shared}_url`, message }];
}

function findSitePath({ registry_url, site_url = registry_url }: Readonly<Record<string, string>>): SettingsError[] {
  const message = site_url === undefined ? undefined : findSitePathError(site_url);
  return message === undefined ? [] : [{ member: 'site_url', message }];
}

const SAME_ACCOUNT =
  'Use another account than cloudflare_account_id, so that the token for previews cannot deploy production.';

/** Returns the error message for the value of a member, or undefined if it is valid. */
export function findError(member: string, text: string): string | undefined {
  if (member in URL_MEMBERS) return findPublicUrlError(text);
  return CHECKS[member]?.(text);
}

function getRequiredMembers(platform: string | undefined): readonly string[] {
  const always = ['platform', 'site_name', 'registry_url', 'contact'];
  return platform === 'github' ? [...always, 'repository'] : always;
}

const CHECKS: Readonly<Record<string, (text: string) => string | undefined>> = {
  platform: text => (PLATFORMS.some(each => each === text) ? undefined : `Use one of ${PLATFORMS.join(', ')}.`),
  site_name: findSiteNameError,
  contact: text =>
    /^(https:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+\.[^\s@]+|tel:\+?[\d-]+)\S*$/.test(text)
      ? undefined
      : 'Use an https:, mailto:, or tel: URL, such as mailto:registry@example.org.',
  repository: text => (/^[\w.-]+\/[\w.-]+$/.test(text) ? undefined : 'Use owner/name, such as example/api-registry.'),
  cloudflare_account_id: findAccountError,
  cloudflare_preview_account_id: findAccountError,
};

function findAccountError(text: string): string | undefined {
  return /^[0-9a-f]{32}$/.test(text) ? undefined : 'Use the 32 hexadecimal digits on the account page of Cloudflare.';
}

function findSiteNameError(text: string): string | undefined {
  try {
    parseSiteName(text);
    return undefined;
  } catch (error) {
    return error instanceof RangeError ? error.message : String(error);
  }
}

function normalize(member: string, text: string): string {
  // As the registry writes it in its links.
  return member in URL_MEMBERS ? new URL(text).href.replace(/\/+$/, '') : text.trim();
}

/** Returns the settings as environment variables of the registry. */
export function toEnvironment(settings: DeploymentSettings): Readonly<Record<string, string>> {
  const { site_name, registry_url, site_url, validator_url, mcp_url, contact, repository } = settings;
  return {
    SITE_NAME: site_name,
    REGISTRY_URL: registry_url,
    SITE_URL: site_url ?? registry_url,
    ...(validator_url !== undefined && { VALIDATOR_URL: validator_url }),
    ...(mcp_url !== undefined && { MCP_URL: mcp_url }),
    CONTACT: contact,
    SECURITY_CONTACT: contact,
    ...(repository !== undefined && { REPOSITORY_URL: `https://github.com/${repository}` }),
  };
}

/** Returns the distinct public hosts of a registry. */
export function listHosts(settings: DeploymentSettings): string[] {
  const { registry_url, site_url, validator_url, mcp_url } = settings;
  const urls = [registry_url, site_url, validator_url, mcp_url].filter(url => url !== undefined);
  return [...new Set(urls.map(url => new URL(url).host))];
}
