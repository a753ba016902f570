/**
 * `node scripts/checks/openapi-tools.ts`: checks the OpenAPI description with tools that other people use. Generates clients
 * with openapi-typescript and @hey-api/openapi-ts and type-checks them, and lints with Redocly and Spectral. Installs pinned
 * versions into a temporary folder, because they are larger than the rest of the development tools and need TypeScript 5.
 *
 * Exit status: 0 no problem without an explanation below, 1 otherwise
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { $ } from 'zx';
import { runScript } from '#cli/terminal/run-script.ts';
import { addressesFrom } from '#edge/config.ts';
import { openapi } from '#edge/openapi/openapi.ts';

const PACKAGES = [
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'typescript@5.9.3',
];

/** Findings of the linters that are not defects, with the reason. */
const EXPLAINED: readonly (readonly [finding: RegExp, reason: string])[] = [
  [/no-required-schema-properties-undefined/, '`if` and `then` require members that the schema around them defines.'],
  [
    /oas3-examples-value-or-externalValue/,
    'Spectral takes the schema of a manifest parameter for an OpenAPI parameter.',
  ],
];

await runScript(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-tools-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), openapi(addressesFrom({}, 'https://registry.example')));
    await writeFile(path.join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
    const run = $({ cwd: folder, quiet: true, nothrow: true });
    await run({ nothrow: false })`npm install --ignore-scripts --no-audit --no-fund --prefix . ${PACKAGES}`;
    const strict = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    const outputs = [
      await run`npx openapi-typescript openapi.json -o client/schema.d.ts`,
      await run`npx openapi-ts -i openapi.json -o client/hey -p @hey-api/client-fetch @hey-api/sdk`,
      await run`npx tsc ${strict} ${modules} client/schema.d.ts client/hey/index.ts`,
      await run`npx redocly lint --format=github-actions openapi.json`,
      await run`npx spectral lint openapi.json -r spectral.yaml -f text`,
    ];
    const failed = outputs.filter(({ exitCode }) => exitCode !== 0).map(({ stdall }) => stdall);
    const lines = outputs.slice(3).flatMap(({ stdall }) => stdall.split('\n'));
    const findings = lines.filter(line => /^::(warning|error)| (warning|error) /.test(line));
    const unexplained = findings.filter(line => !EXPLAINED.some(([finding]) => finding.test(line)));
    for (const line of [...failed, ...unexplained]) console.error(line);
    console.log(`${findings.length} findings, ${findings.length - unexplained.length} of them explained.`);
    return failed.length + unexplained.length > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
