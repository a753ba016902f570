/** A ruleset of the repository forbids a push. A retry does not help. */
export class RulesetError extends RangeError {
  override readonly name = 'RulesetError';
}

/** Converts the error of a push that a ruleset rejects, and returns other errors unchanged. */
export function toPushError(error: unknown): unknown {
  if (!/GH013|GH006|protected branch/.test(String(error))) return error;
  const hint = 'Run npm run doctor to find the rule, and remove it or exempt the workflow from it.';
  return new RulesetError(`A rule of the repository forbids the push. ${hint}`, { cause: error });
}
