import type { ReportFinding } from '#contract/report.ts';
import { element } from '../element.ts';

/** Renders findings and their fixes, each with a link to its documentation. */
export function createFindingItems(findings: readonly ReportFinding[]): HTMLElement[] {
  return findings.map(finding =>
    element('li', {}, ...formatFinding(finding), ` ${finding.hint} `, ...describeRule(finding)),
  );
}

/** Renders the message of a finding after its field. */
export function formatFinding({ field, message }: Pick<ReportFinding, 'field' | 'message'>): (Node | string)[] {
  if (field === '(document)') return [message];
  const name = element('code', { dir: 'ltr' }, field);
  const at = message.indexOf(field);
  return at === -1 ? [name, ': ', message] : [message.slice(0, at), name, message.slice(at + field.length)];
}

/** Renders a link to the documentation of the lint rule or the field. */
export function describeRule({ anchor, pointer }: ReportFinding): Node[] {
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
