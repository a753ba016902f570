import schema03 from '#schemas/v0.3/manifest.json' with { type: 'json' };
import type { Settings } from '../settings.ts';

/** What stands for a place in the documentation's texts, which are the same for every registry. */
export type Places = Pick<Settings, 'siteUrl' | 'registryUrl' | 'validatorUrl' | 'mcpUrl'>;

/** Fills the addresses of this registry, and the smallest valid manifest, into a text. */
export function filledIn(markdown: string, places: Places): string {
  return replaced(markdown, places, text => text);
}

/** The same for a text that was rendered to HTML already; its first heading is left out, because the page has it. */
export function filledInHtml(html: string, places: Places): string {
  return replaced(html.replace(/^\s*<h1.*?<\/h1>/s, ''), places, escaped);
}

function replaced(
  text: string,
  { siteUrl, registryUrl, validatorUrl, mcpUrl }: Places,
  written: (text: string) => string,
): string {
  const values: Readonly<Record<string, string>> = {
    site_url: siteUrl,
    registry_url: registryUrl,
    validator_url: validatorUrl,
    mcp_url: mcpUrl,
    minimal_manifest: JSON.stringify(schema03.examples[0], null, 2),
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? written(values[name] ?? '') : whole));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
