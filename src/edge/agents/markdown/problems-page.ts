import problems from '#registry/problems.json' with { type: 'json' };
import type { Addresses } from '../../config.ts';

/** The meaning of each problem type. */
export function problemsPage({ site }: Addresses): string {
  const sections = Object.entries(problems).map(
    ([name, { status, title, explanation }]) =>
      `## ${title}\n\n\`${site}/docs/problems/#${name}\`, status ${status}\n\n${explanation}`,
  );
  return `# Problem types

Errors are problem details (RFC 9457, \`application/problem+json\`) with \`type\`, \`title\`, \`status\`, \`detail\`, and \`errors\`. Each member of \`errors\` has the invalid parameter or the location in the body.

${sections.join('\n\n')}
`;
}
