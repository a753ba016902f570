import { type OriginResult, parseOrigin } from '#listing/origin.ts';
import { failure } from '#manifest/result.ts';

/**
 * The origin that an issue submits (`.github/ISSUE_TEMPLATE/submit-api.yml`): under the form's heading there is one line, and
 * it is one address. Anything else is not guessed at.
 *
 * @param body the issue's text, which a stranger wrote
 * @returns the origin, or what is wrong, fit to show to whoever opened the issue
 */
export function parseIssueForm(body: string): OriginResult {
  const [heading = '', ...answers] = body
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
  const [address] = answers;
  if (!heading.startsWith('### ')) return failure('The issue was not opened with the form.');
  if (address === undefined || address === '_No response_') return failure('There is no address in it.');
  if (answers.length > 1 || /\s/.test(address)) {
    return failure('There is more in it than one address; write the address alone.');
  }
  return parseOrigin(address);
}
