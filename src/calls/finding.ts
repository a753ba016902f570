/** A problem with the arguments of a call. */
export interface CallFinding {
  /** The name of the argument or credential. */
  readonly parameter: string;
  readonly code:
    | 'missing_argument'
    | 'wrong_type'
    | 'not_in_enum'
    | 'unknown_argument'
    | 'invalid_path_value'
    | 'invalid_header_value';
  /** `error`: the request is incomplete or cannot be sent as it is. `warning`: the API may reject it. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The fix. */
  readonly hint: string;
}
