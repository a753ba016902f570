/** A registry to test, and what to expect of it. */
export interface Target {
  /** The URLs of the four surfaces, without a trailing slash (specification, section 1). */
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** Whether it must reject submissions with 501. */
  readonly readOnly: boolean;
  /** The commit that it must serve. Undefined for any commit. */
  readonly commit: string | undefined;
  /** The maximum age of its newest data in hours. Undefined for any age. */
  readonly maxAgeHours: number | undefined;
}

/** A check of a registry. */
export interface Check {
  readonly name: string;
  /**
   * @returns the problems as sentences, or nothing if the check passes
   * @throws Error if there is no response, which also fails the check
   */
  run(target: Target): Promise<readonly string[]>;
}
