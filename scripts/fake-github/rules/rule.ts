/** A documented behavior of GitHub that the mock models. */
export interface GithubRule {
  readonly name: string;
  /** One sentence for the operator's guide. */
  readonly statement: string;
  /** The page of GitHub's documentation. */
  readonly documentation: string;
}
