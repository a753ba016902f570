import type { Summary } from '../../catalog/catalog.ts';
import type { Addresses } from '../../config.ts';
import { createDefaultExample } from '../example-api.ts';
import { guidance } from '../guidance.ts';

/** Creates the Markdown of the guidance for agents. */
export function guidancePage(
  addresses: Addresses,
  exampleApi = createDefaultExample(addresses),
  statuses?: Summary['statuses'],
): string {
  const { meta, data } = JSON.parse(guidance(addresses, exampleApi, statuses)) as {
    meta: { ai_agent_notice: string };
    data: Record<string, unknown>;
  };
  const sections = Object.entries(data).map(([name, value]) => `## ${inWords(name)}\n\n${texts(value)}`);
  return `# Guidance for agents

${meta.ai_agent_notice}

${sections.join('\n\n')}
`;
}

function texts(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `- ${inWords(name)}: ${text}`)
    .join('\n');
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}
