/** The commands by step. Steps that are fast to run and to fix come first. */
export const STEPS: Readonly<Record<string, readonly string[]>> = {
  format: ['biome', 'ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=20', '.'],
  imports: ['node', 'scripts/checks/imports.ts'],
  language: ['node', 'scripts/checks/language.ts'],
  schemas: ['node', 'scripts/generate/sync-schemas.ts', '--check'],
  client: ['node', 'scripts/generate/client-types.ts', '--check'],
  registry: ['node', 'scripts/checks/registry.ts'],
  types: ['tsc', '--noEmit'],
  pages: ['astro', 'check', '--tsconfig', 'src/site/tsconfig.json', '--minimumFailingSeverity', 'hint', '--silent'],
  unused: ['knip', '--no-progress'],
  workflows: ['node', 'scripts/checks/workflows.ts'],
  tests: ['vitest', 'run'],
  build: ['node', 'scripts/build.ts'],
  links: ['node', 'scripts/checks/links.ts', 'dist'],
  budgets: ['node', 'scripts/checks/budgets.ts', 'dist'],
};
