import { parseJson, request } from './request.ts';
import type { Check, Target } from './target.ts';

/**
 * The URLs that a registry publishes about itself. With a forgotten variable, every other check passes, and the links
 * lead to 127.0.0.1.
 */
export const LINK_CHECKS: readonly Check[] = [
  { name: 'links of a response lead to the registry', run: checkResponseLinks },
  { name: 'canonical link of the home page leads to the site', run: checkCanonicalLink },
  { name: 'security policy of the home page allows the registry', run: checkPolicy },
];

async function checkResponseLinks({ registry }: Target): Promise<string[]> {
  const url = `${registry}/listings?limit=1`;
  const response = await request(url);
  const { meta } = (parseJson(response) ?? {}) as {
    readonly meta?: { readonly links?: Record<string, string | null> };
  };
  const links = Object.entries(meta?.links ?? {}).filter(([, link]) => link !== null);
  if (links.length === 0) return [`${url} has no meta.links.`];
  return links.flatMap(([name, link]) =>
    String(link).startsWith(`${registry}/`)
      ? []
      : [`meta.links.${name} is ${link}, which does not start with ${registry}.`],
  );
}

async function checkCanonicalLink({ site }: Target): Promise<string[]> {
  const { text } = await request(`${site}/`, { headers: { Accept: 'text/html' } });
  const [, link] = /<link rel="canonical" href="([^"]+)"/.exec(text) ?? [];
  if (link === undefined) return ['The home page has no canonical link.'];
  return link === `${site}/` ? [] : [`The canonical link of the home page is ${link}, not ${site}/.`];
}

/** A page that loads data from the registry's own host must be allowed to. */
async function checkPolicy({ site, registry }: Target): Promise<string[]> {
  const { headers } = await request(`${site}/apis/`, { headers: { Accept: 'text/html' } });
  const policy = headers.get('Content-Security-Policy') ?? '';
  const [, sources = ''] = /connect-src ([^;]*)/.exec(policy) ?? [];
  const origin = new URL(registry).origin;
  const isAllowed =
    new URL(site).origin === origin ? sources.includes("'self'") || sources.includes(origin) : sources.includes(origin);
  const local = /\/\/(127\.0\.0\.1|localhost)/.exec(policy);
  const isLocal = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])/.test(registry);
  return [
    ...(isAllowed ? [] : [`The security policy does not allow requests to ${origin}: ${policy}`]),
    ...(local && !isLocal ? [`The security policy of a public page names ${local[1]}.`] : []),
  ];
}
