import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['vitest.setup.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Tests that run for minutes have a script of their own: `npm run test:resilience`.
    exclude: ['**/node_modules/**', '**/*.long.test.ts'],
    // Tests that start servers and browsers need longer on a small machine; a hanging one still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.cache/tests.json' }]] : ['default'],
  },
});
