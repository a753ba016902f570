import { element } from '../element.ts';
import type { ReportFinding } from './report.ts';

/** What is wrong where, and how to mend it, each with a link to where the documentation explains it. */
export function findingItems(findings: readonly ReportFinding[]): HTMLElement[] {
  return findings.map(finding =>
    element('li', {}, ...place(finding), `${finding.message} ${finding.hint} `, ...aboutRule(finding)),
  );
}

/** The field that a finding is about, where its message does not begin with it. */
export function place({ field, message }: ReportFinding): (Node | string)[] {
  return message.startsWith(field) || field === '(document)' ? [] : [element('code', { dir: 'ltr' }, field), ': '];
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
