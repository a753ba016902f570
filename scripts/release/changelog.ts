/** What the changelog says of its newest version. */
export interface NewestVersion {
  readonly version: string;
  /** As `2026-11-21`; undefined while it is unreleased. */
  readonly date: string | undefined;
  /** Its section, as Markdown, without the heading. */
  readonly notes: string;
}

/**
 * Reads the newest section of the changelog, `## 1.2.3 (2026-11-21)` or `## 1.2.3 (unreleased)`.
 * @throws RangeError when it has none
 */
export function newestVersion(changelog: string): NewestVersion {
  const [, section = ''] = changelog.split(/^## /m);
  const [, heading = '', notes = ''] = /^([^\n]*)\n(.*)$/s.exec(section) ?? [];
  const [, version, date] = /^(\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? [];
  if (version === undefined) throw new RangeError(`The changelog's first heading is "${heading}", not "1.2.3 (date)".`);
  return { version, date: date === 'unreleased' ? undefined : date, notes: notes.trim() };
}
