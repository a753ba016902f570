import { lintRules } from '#manifest/lint.ts';
import { about, meaning, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import type { Addresses } from '../../config.ts';

/** How an API is checked, and what a status and a badge mean exactly. */
export function verificationPage({ validator }: Addresses): string {
  const checks = CHECKS.map(({ name, severity, meaning: text }) => `- \`${name}\` (${severity}): ${text}`);
  const rules = lintRules.map(({ name, severity, hint }) => `- \`${name}\` (${severity}): ${hint}`);
  return `# How verification works

An API is listed when its origin serves a valid manifest and passes the checks; no person decides. The same checks run again on a schedule, and by themselves at \`POST ${validator}/validate\`. Only GET and HEAD are sent, without credentials, and no money moves.

## Checks

They run in this order. A check that fails with severity \`error\` prevents listing; one that could not be decided is \`inconclusive\` and changes nothing in a listing.

${checks.join('\n')}

## Lint rules

What the check \`lint\` looks for. Nothing of it makes a manifest invalid.

${rules.join('\n')}

${(['statuses', 'badges', 'sources'] as const).map(vocabularySection).join('\n\n')}
`;
}

function vocabularySection<V extends Vocabulary>(vocabulary: V): string {
  const { title, description } = about(vocabulary);
  const lines = values(vocabulary).map(value => `- \`${value}\`: ${meaning(vocabulary, value)}`);
  return `## ${title}\n\n${description}\n\n${lines.join('\n')}`;
}
