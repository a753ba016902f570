import type { Addresses } from '../../config.ts';

/** Creates `/robots.txt`, which allows all uses and links to the sitemap. */
export function robots({ site }: Addresses): string {
  return `# Everything here is public, and licensed for any use.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /

Sitemap: ${site}/sitemap.xml
Agentmap: ${site}/.well-known/ard.json
`;
}
