import { UsageError } from '#cli/terminal/usage-error.ts';
import type { BenchOptions, Figure } from './figure.ts';

/** Runs a benchmark. `registryDir` contains `listings/`. */
type Benchmark = (registryDir: string, options: BenchOptions) => Promise<Figure[]>;

/**
 * The benchmarks by name, in their default order. Each loads its modules when it runs, so that the memory of one does not
 * include the tools of another.
 */
export const PARTS: Readonly<Record<string, Benchmark>> = {
  filters: async registryDir => (await import('./filters.ts')).benchFilters(registryDir),
  validation: async registryDir => (await import('./validation.ts')).benchValidation(registryDir),
  query: async (...args) => (await import('./query.ts')).benchQuery(...args),
  search: async () => (await import('./search.ts')).benchSearch(),
  workers: async (...args) => (await import('./workers.ts')).benchWorkers(...args),
  serve: async (...args) => (await import('./serve.ts')).benchServe(...args),
  build: async (...args) => (await import('./build.ts')).benchBuild(...args),
  mixed: async (...args) => (await import('./mixed.ts')).benchMixed(...args),
  'live-checks': async () => (await import('./live-checks.ts')).benchLiveChecks(),
  submissions: async (...args) => (await import('./submissions.ts')).benchSubmissions(...args),
  revalidation: async () => (await import('./revalidation.ts')).benchRevalidation(),
};

/** @throws UsageError if there is no benchmark with this name */
export function findBenchmark(name: string): Benchmark {
  const benchmark = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (benchmark) return benchmark;
  throw new UsageError(`Unknown benchmark "${name}". Use ${Object.keys(PARTS).join(', ')}.`);
}
