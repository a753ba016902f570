import type { ReportFinding } from '#contract/report.ts';
import { element } from '../element.ts';

/** Renders findings and their fixes, each with a link to its documentation. */
export function findingItems(findings: readonly ReportFinding[]): HTMLElement[] {
  return findings.map(finding =>
    element('li', {}, ...formatFinding(finding), ` ${finding.hint} `, ...aboutRule(finding)),
  );
}

/** Renders the message of a finding after its field. */
export function formatFinding({ field, message }: Pick<ReportFinding, 'field' | 'message'>): (Node | string)[] {
  if (field === '(document)') return [message];
  const name = element('code', { dir: 'ltr' }, field);
  return message.startsWith(`${field} `) ? [name, message.slice(field.length)] : [name, ': ', message];
}

/** Renders a link to the documentation of the lint rule or the field. */
export function aboutRule({ anchor, pointer }: ReportFinding): Node[] {
  if (anchor !== undefined) return [element('a', { href: `/docs/verification/#${anchor}` }, 'About this rule')];
  const names = pointer.split('/').filter(part => part !== '' && !/^\d+$/.test(part));
  if (names.length === 0) return [];
  const field = names
    .join('-')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-');
  return [element('a', { href: `/docs/manifest/#field-${field}` }, 'About this field')];
}
