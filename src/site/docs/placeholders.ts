import { VERSION } from '#manifest/version.ts';
import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { Settings } from '../settings.ts';

/** The values of the placeholders in documentation texts, which are the same for every registry. */
export type Places = Pick<Settings, 'siteUrl' | 'registryUrl' | 'validatorUrl' | 'mcpUrl'> &
  Partial<Pick<Settings, 'repository'>>;

/** Replaces the placeholders in a text by the URLs of this registry and the minimal manifest. */
export function fillPlaceholders(markdown: string, places: Places): string {
  return replaced(markdown, places, text => text);
}

/** Does the same in rendered HTML, and removes the first heading, which the page has already. */
export function fillHtmlPlaceholders(html: string, places: Places): string {
  return replaced(html.replace(/^\s*<h1.*?<\/h1>/s, ''), places, escaped);
}

function replaced(
  text: string,
  { siteUrl, registryUrl, validatorUrl, mcpUrl, repository }: Places,
  written: (text: string) => string,
): string {
  const values: Readonly<Record<string, string>> = {
    site_url: siteUrl,
    registry_url: registryUrl,
    validator_url: validatorUrl,
    mcp_url: mcpUrl,
    version: VERSION,
    minimal_manifest: JSON.stringify(schema03.examples[0], null, 2),
  };
  const named = text.replaceAll('OWNER/REPOSITORY', getGithubName(repository) ?? 'OWNER/REPOSITORY');
  return named.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? written(values[name] ?? '') : whole));
}

/** Returns `owner/name` of a repository on GitHub. */
function getGithubName(repository: string | undefined): string | undefined {
  return /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(repository ?? '')?.[1];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
