import problems from '#registry/problems.json' with { type: 'json' };
import type { Addresses } from '../../config.ts';

/** What each `type` of a problem means. */
export function problemsPage({ site }: Addresses): string {
  const sections = Object.entries(problems).map(
    ([name, { status, title, explanation }]) =>
      `## ${title}\n\n\`${site}/docs/problems/#${name}\`, status ${status}\n\n${explanation}`,
  );
  return `# Problem types

A request that fails is answered with problem details (RFC 9457, \`application/problem+json\`): \`type\`, \`title\`, \`status\`, \`detail\`, and \`errors\`, whose members name the parameter or point at the place in the body.

${sections.join('\n\n')}
`;
}
