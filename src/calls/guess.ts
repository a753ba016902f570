/** A fact about a request that the manifest does not declare. */
export interface Guess {
  /** The missing member, relative to the endpoint, such as `parameters/0/in` or `request_content_type`. */
  readonly member: string;
  /** The value that the plan uses. */
  readonly value: string;
  /** Why the plan uses this value. */
  readonly reason: string;
}
