/** The rules for untrusted URLs and their IP addresses. */
type UrlRule =
  | 'not-an-address'
  | 'scheme'
  | 'credentials'
  | 'ip-literal'
  | 'host-name'
  | 'reserved-name'
  | 'port'
  | 'blocked-address'
  | 'blocked-origin';

/** The reason why a URL is rejected, for the person who supplied it. */
export interface Rejection {
  readonly rule: UrlRule;
  readonly message: string;
  readonly hint: string;
}
