/** A manifest that cannot be served, with the reasons. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
  /** One sentence for each problem, with its fix. */
  readonly problems: readonly string[];

  constructor(summary: string, problems: readonly string[]) {
    super([summary, ...problems.map(problem => `- ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

export interface ManifestOptions {
  /** Members that an OpenAPI document lacks, such as `categories`. They take precedence over the document. */
  readonly members?: Readonly<Record<string, unknown>> | undefined;
  /** The origin of the API, if an OpenAPI document names several servers or none. */
  readonly origin?: string | undefined;
  /** The time of the last change, such as the time of the build. It replaces a missing or earlier `last_updated`. */
  readonly lastUpdated?: Date | undefined;
}
