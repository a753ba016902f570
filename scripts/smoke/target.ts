/** A registry that is looked at from outside. */
export interface Target {
  /** The addresses of the four surfaces, without a trailing slash (specification, section 1). */
  readonly registry: string;
  readonly site: string;
  readonly validator: string;
  readonly mcp: string;
  /** Whether it takes no submissions, and says so. */
  readonly readOnly: boolean;
  /** The commit that it has to be built from; undefined where any will do. */
  readonly commit: string | undefined;
  /** How old its newest data may be, in hours; undefined where any age will do. */
  readonly maxAgeHours: number | undefined;
}

/** One thing that has to hold. */
export interface Check {
  readonly name: string;
  /**
   * @returns what does not hold, in words; nothing where all does
   * @throws Error where there is no answer, which does not hold either
   */
  run(place: Target): Promise<readonly string[]>;
}
