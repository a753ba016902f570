import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { createRetryReporter } from './scripts/checks/test-files/retried-tests.ts';

/** Tests that drive a real browser. */
const BROWSER = ['scripts/browser-tests/**/*.test.ts'];

/** Tests that start servers, processes, Git, workerd, or whole builds. Each takes a second or more. */
const INTEGRATION = [
  'scripts/**/*.test.ts',
  'src/build/**/*.test.ts',
  'src/maintain/{clone,maintain,revalidate}.test.ts',
  'src/server/**/*.test.ts',
  'src/submission/{github,local,revalidation}/**/*.test.ts',
  'src/submission/revalidation.test.ts',
  'src/store/**/*.test.ts',
  'src/edge/worker*.test.ts',
  'src/query/**/{d1,index}-engine.test.ts',
  'src/mcp/**/*.workerd.test.ts',
  'src/mcp/conformance.test.ts',
  'src/client/client-hosts.test.ts',
  'src/cli/registry/**/*.test.ts',
  'src/site/site.test.ts',
];

/** Long runs of failures and attacks; `npm run test:resilience` runs them with a separate configuration. */
const LONG = ['**/*.long.test.ts'];

/**
 * The files of a worker share their modules, because loading them again takes longer than the tests. So a test must not
 * replace a module, and must restore what it changes, such as the environment and global objects.
 */
const UNIT = { isolate: false, unstubEnvs: true, unstubGlobals: true, restoreMocks: true };

/**
 * In CI, a test of processes or pages gets a second attempt, and the run lists those that needed it. A retry covers the hooks
 * of each test, but not those of the file.
 */
const SLOW = { retry: process.env.CI ? 1 : 0 };

export default defineConfig({
  test: {
    setupFiles: ['vitest.setup.ts'],
    // Tests start hundreds of processes, which would spend half of their time on compilation.
    env: { NODE_COMPILE_CACHE: path.resolve('.cache/modules') },
    // A busy machine needs up to 20 times as long for tests that start servers and browsers. A hanging one still ends.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // The default leaves one core idle. One more than cores, because many tests wait for processes and browsers.
    maxWorkers: availableParallelism() + 1,
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: '.cache/tests.json' }], createRetryReporter()]
      : ['default'],
    projects: [
      project('unit', ['src/**/*.test.ts'], [...INTEGRATION, ...LONG], UNIT),
      project('integration', INTEGRATION, [...BROWSER, ...LONG], SLOW),
      project('browser', BROWSER, LONG, { ...SLOW, globalSetup: ['scripts/browser-tests/shared-registry.ts'] }),
    ],
  },
});

function project(name: string, include: readonly string[], exclude: readonly string[], options: object) {
  return {
    extends: true as const,
    test: { name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], ...options },
  };
}
