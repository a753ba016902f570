import { benchBuild } from './build.ts';
import type { BenchOptions, Figure } from './figure.ts';
import { benchFilters } from './filters.ts';
import { benchLiveChecks } from './live-checks.ts';
import { benchMixed } from './mixed.ts';
import { benchQuery } from './query.ts';
import { benchRevalidation } from './revalidation.ts';
import { benchServe } from './serve.ts';
import { benchSubmissions } from './submissions.ts';
import { benchValidation } from './validation.ts';
import { benchWorkers } from './workers.ts';

/** What can be measured, by name, in the order in which it is when nothing is named. */
export const PARTS: Readonly<Record<string, (registryDir: string, options: BenchOptions) => Promise<Figure[]>>> = {
  filters: benchFilters,
  validation: benchValidation,
  query: benchQuery,
  workers: benchWorkers,
  serve: benchServe,
  build: benchBuild,
  mixed: benchMixed,
  'live-checks': benchLiveChecks,
  submissions: benchSubmissions,
  revalidation: benchRevalidation,
};
