import { element } from '../element.ts';
import type { ReportFinding } from './report.ts';

/** What is wrong where, and how to mend it, each with a link to where the documentation explains it. */
export function findingItems(findings: readonly ReportFinding[]): HTMLElement[] {
  return findings.map(finding =>
    element('li', {}, ...formatFinding(finding), ` ${finding.hint} `, ...aboutRule(finding)),
  );
}

/** What is wrong, with the field that it is about at the beginning, set apart. */
export function formatFinding({ field, message }: Pick<ReportFinding, 'field' | 'message'>): (Node | string)[] {
  if (field === '(document)') return [message];
  const name = element('code', { dir: 'ltr' }, field);
  return message.startsWith(`${field} `) ? [name, message.slice(field.length)] : [name, ': ', message];
}

/** A link to what explains a finding: its lint rule, or the field that it is about. */
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
