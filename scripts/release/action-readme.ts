/**
 * Fills in the documentation of the action for a release.
 *
 * @param text the documentation, with the placeholder `OWNER/REPOSITORY`
 * @param repository `owner/name` of the publishing repository. Empty keeps the placeholder, for local builds.
 * @param version the released version, which the examples use
 */
export function createActionReadme(text: string, repository: string, version: string): string {
  const named = repository === '' ? text : text.replaceAll('OWNER/REPOSITORY', repository);
  return named
    .replace(/action-v\d+\.\d+\.\d+/g, `action-v${version}`)
    .replace(/@action-v\d+$/gm, `@action-v${version}`);
}
