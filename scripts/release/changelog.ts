/** The newest released version in the changelog. */
export interface NewestVersion {
  readonly version: string;
  /** The release date, such as `2026-11-21`. */
  readonly date: string;
  /** The section as Markdown, without its heading. */
  readonly notes: string;
}

/**
 * Reads the newest version of a changelog in the format of Keep a Changelog: the first section, `## 1.2.3 - 2026-11-21`,
 * after an optional section `## Unreleased`.
 * @throws RangeError if that section has another heading or does not exist
 */
export function parseNewestVersion(changelog: string): NewestVersion {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find(each => !/^Unreleased\n/.test(each)) ?? '';
  const [, heading = '', notes = ''] = /^([^\n]*)\n(.*)$/s.exec(section) ?? [];
  const [, version, date] = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
  if (version === undefined || date === undefined)
    throw new RangeError(`The heading "${heading}" in the changelog is not "1.2.3 - YYYY-MM-DD".`);
  return { version, date, notes: notes.trim() };
}
