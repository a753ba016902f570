/** A successful response of the GitHub API without the documented content, for example from a proxy in between. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/**
 * Returns the content of a response. A response in another form must not become a submission id or stay in a cache.
 *
 * @param isExpected whether the content has the members that the caller uses
 * @throws UnexpectedResponseError otherwise; a retry can help
 */
export function expectShape<T>(data: T, isExpected: boolean): T {
  if (!isExpected) throw new UnexpectedResponseError('The response of GitHub does not have the documented form.');
  return data;
}
