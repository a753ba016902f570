import { lintRules } from '#manifest/lint.ts';
import { about, meaning, type Vocabulary, values } from '#manifest/taxonomy.ts';
import { CHECKS } from '#verify/checks/all-checks.ts';
import type { Addresses } from '../../config.ts';

/** The checks, the lint rules, and the meaning of statuses and badges. */
export function verificationPage({ validator }: Addresses): string {
  const checks = CHECKS.map(({ name, severity, meaning: text }) => `- \`${name}\` (${severity}): ${text}`);
  const rules = lintRules.map(({ name, severity, hint }) => `- \`${name}\` (${severity}): ${hint}`);
  return `# How verification works

An API is listed if its origin serves a valid manifest and passes the checks. No person decides. The same checks run on a schedule, and on request at \`POST ${validator}/validate\`. Checks send only GET and HEAD requests, without credentials, and no money moves.

## Checks

Checks run in this order. A failed check with severity \`error\` prevents the listing. A check that cannot decide is \`inconclusive\` and changes nothing.

${checks.join('\n')}

## Lint rules

The check \`lint\` reports these problems. They do not make a manifest invalid.

${rules.join('\n')}

${(['statuses', 'badges', 'sources'] as const).map(vocabularySection).join('\n\n')}
`;
}

function vocabularySection<V extends Vocabulary>(vocabulary: V): string {
  const { title, description } = about(vocabulary);
  const lines = values(vocabulary).map(value => `- \`${value}\`: ${meaning(vocabulary, value)}`);
  return `## ${title}\n\n${description}\n\n${lines.join('\n')}`;
}
