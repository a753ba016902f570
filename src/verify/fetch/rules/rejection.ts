/** The rules that keep this service from asking addresses it must not ask. */
type AddressRule =
  | 'not-an-address'
  | 'scheme'
  | 'credentials'
  | 'ip-literal'
  | 'host-name'
  | 'reserved-name'
  | 'port'
  | 'blocked-address';

/** Why an address is not asked, in words for whoever gave it. */
export interface Rejection {
  readonly rule: AddressRule;
  readonly message: string;
  readonly hint: string;
}
