import { type OriginResult, parseOrigin } from '#listing/origin.ts';
import { failure } from '#manifest/result.ts';

/**
 * Parses the origin that an issue submits (`.github/ISSUE_TEMPLATE/submit-api.yml`): below the heading of the form, the
 * issue must contain exactly one line with one URL, which can be a link or code in Markdown.
 *
 * @param body the untrusted text of the issue
 * @returns the origin, or an error message that is safe to show to the author of the issue
 */
export function parseIssueForm(body: string): OriginResult {
  const [heading = '', ...lines] = body
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
  const [url] = lines;
  if (!heading.startsWith('### ')) return failure('The issue does not use the form.');
  if (url === undefined || url === '_No response_') return failure('The issue contains no URL.');
  if (lines.length > 1 || /\s/.test(url)) {
    return failure('The issue contains more than one URL, or other text. Enter only the URL of the API.');
  }
  const [, linked, code] = /^(?:<(.*)>|`(.*)`)$/.exec(url) ?? [];
  return parseOrigin(linked ?? code ?? url);
}
