/**
 * Adds a fragment and a link to each top-level member of highlighted JSON, so that a member can be shared as
 * `#manifest-pricing`. Members with other characters in their names stay without one.
 * @param html the output of `highlightJson` for an object
 */
export function linkMembers(html: string): string {
  return html.replace(
    /^ {2}<b>"([\w-]+)"<\/b>:/gm,
    (_, name: string) => `  <a id="manifest-${name}" href="#manifest-${name}"><b>"${name}"</b></a>:`,
  );
}
