import { UsageError } from '#cli/terminal/usage-error.ts';
import { benchBuild } from './build.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { benchFilters } from './filters.ts';
import { benchLiveChecks } from './live-checks.ts';
import { benchMixed } from './mixed.ts';
import { benchQuery } from './query.ts';
import { benchRevalidation } from './revalidation.ts';
import { benchSearch } from './search.ts';
import { benchServe } from './serve.ts';
import { benchSubmissions } from './submissions.ts';
import { benchValidation } from './validation.ts';
import { benchWorkers } from './workers.ts';

/** Runs a benchmark. `registryDir` contains `listings/`. */
type Benchmark = (registryDir: string, options: BenchOptions) => Promise<Figure[]>;

/** The benchmarks by name, in their default order. */
export const PARTS: Readonly<Record<string, Benchmark>> = {
  filters: benchFilters,
  validation: benchValidation,
  query: benchQuery,
  search: benchSearch,
  workers: benchWorkers,
  serve: benchServe,
  build: benchBuild,
  mixed: benchMixed,
  'live-checks': benchLiveChecks,
  submissions: benchSubmissions,
  revalidation: benchRevalidation,
};

/** @throws UsageError if there is no benchmark with this name */
export function findBenchmark(name: string): Benchmark {
  const benchmark = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (benchmark) return benchmark;
  throw new UsageError(`Unknown benchmark "${name}". Use ${Object.keys(PARTS).join(', ')}.`);
}
