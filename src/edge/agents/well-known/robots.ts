import type { Addresses } from '../../config.ts';

/** `/robots.txt`: all of it is public and licensed for any use, and this is where it is listed. */
export function robots({ site }: Addresses): string {
  return `# Everything here is public, and licensed for any use.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=yes
Allow: /

Sitemap: ${site}/sitemap.xml
Agentmap: ${site}/.well-known/ard.json
`;
}
