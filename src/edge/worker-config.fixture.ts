import path from 'node:path';

/**
 * The wrangler configuration of the Worker, like `wrangler.jsonc` but with files from another folder.
 *
 * @param assets the folder of its files
 * @param vars its variables
 */
export function workerConfiguration(assets: string, vars: Readonly<Record<string, string>>) {
  return {
    name: 'registry-test',
    main: path.resolve('src/edge/worker.ts'),
    compatibility_date: '2026-11-01',
    assets: {
      directory: assets,
      binding: 'ASSETS',
      html_handling: 'auto-trailing-slash',
      not_found_handling: 'none',
      run_worker_first: ['/*', '!/_astro/*'],
    },
    durable_objects: { bindings: [{ name: 'SESSIONS', class_name: 'SessionObject' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['SessionObject'] }],
    vars,
  };
}
