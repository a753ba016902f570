/** Runs the long tests (`*.long.test.ts`) one file at a time, because they load the machine on purpose. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['vitest.setup.ts'],
    include: ['src/**/*.long.test.ts', 'scripts/**/*.long.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
