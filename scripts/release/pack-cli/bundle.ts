import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { collectLicenses } from './licenses.ts';

/** An empty source map, which keeps dependencies and generated code out of the maps: they were half of the package. */
const EMPTY_MAP = Buffer.from('{"version":3,"sources":["dependency"],"names":[],"mappings":"AAAA"}').toString('base64');

const omitDependencies: Plugin = {
  name: 'omit-dependencies-from-maps',
  setup({ onLoad }) {
    onLoad({ filter: /(node_modules|manifest\/compiled).*\.[cm]?js$/ }, async ({ path: file }) => ({
      contents: `${await readFile(file, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'default',
    }));
  },
};

/** The parts of undici that the guarded HTTP client uses. The rest is two thirds of it. */
const UNDICI = `
exports.Agent = require('undici/lib/dispatcher/agent.js');
exports.buildConnector = require('undici/lib/core/connect.js');
exports.errors = require('undici/lib/core/errors.js');
`;

/** Parsers for processors without SIMD, which no supported version of Node needs. */
const FALLBACKS = /undici\/lib\/(llhttp\/llhttp-wasm|milo\/no-simd)\.js$/;

/** The MCP SDK validates form input, which this server never requests, with Ajv in Node and a smaller validator in Workers. */
const SMALL_VALIDATOR = `
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { default as process } from 'node:process';
`;

const reduceDependencies: Plugin = {
  name: 'reduce-dependencies',
  setup({ onResolve, onLoad }) {
    const reduced = { undici: UNDICI, '@modelcontextprotocol/server/_shims': SMALL_VALIDATOR };
    onResolve({ filter: /^(undici|@modelcontextprotocol\/server\/_shims)$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'reduced',
    }));
    onLoad({ filter: /.*/, namespace: 'reduced' }, ({ path: name }) => ({
      contents: reduced[name as keyof typeof reduced],
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
    onLoad({ filter: FALLBACKS }, () => ({ contents: "throw new Error('The processor has no SIMD instructions.');" }));
  },
};

/** The modules that read OpenAPI documents. The CLI and `serve` share them, because they are a fifth of the package. */
const DRAFT = [
  'complete-manifest.ts',
  'draft-record.ts',
  'merge-draft-records.ts',
  'openapi/draft.ts',
  'openapi/openapi-document.ts',
  'openapi/select-endpoints.ts',
  'openapi/suggestions.ts',
  'openapi/todo.ts',
];

const shareDraft: Plugin = {
  name: 'share-draft',
  setup({ onResolve }) {
    onResolve({ filter: /^#draft\// }, ({ path: name }) =>
      DRAFT.includes(name.slice('#draft/'.length)) ? { path: '../client/draft.js', external: true } : undefined,
    );
  },
};

/** The entry point `draft`, with the exports of all shared modules. */
const provideDraft: Plugin = {
  name: 'provide-draft',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^draft$/ }, ({ path: name }) => ({ path: name, namespace: 'draft' }));
    onLoad({ filter: /.*/, namespace: 'draft' }, () => ({
      contents: DRAFT.map(file => `export * from '#draft/${file}';`).join('\n'),
      loader: 'ts',
      resolveDir: import.meta.dirname,
    }));
  },
};

const PLUGINS = [reduceDependencies, omitDependencies];

/** The common options of all bundles that run outside this repository. */
export const COMMON: BuildOptions = {
  bundle: true,
  format: 'esm',
  minify: true,
  metafile: true,
  legalComments: 'none',
  sourcemap: 'linked',
  // The sources are on GitHub. Without them, the maps still have the file and line of each error.
  sourcesContent: false,
  plugins: PLUGINS,
  logLevel: 'warning',
};

/** Some packages contain CommonJS code that loads Node's modules with `require`. */
export const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * Bundles the CLI and the client, so that the package has no dependencies. The CLI is split, so that each command loads only
 * the code that it needs.
 *
 * @param registry the URL of the default registry; empty for the one that `npm start` runs
 * @returns the licenses of all bundled packages as Markdown
 */
export async function bundle(root: string, folder: string, registry: string): Promise<string> {
  const command = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ['scripts/api-manifest.ts'],
    outdir: path.join(folder, 'command'),
    platform: 'node',
    target: 'node22',
    plugins: [shareDraft, ...PLUGINS],
    splitting: true,
    chunkNames: 'part-[hash]',
    banner: { js: REQUIRE },
    define: { BUILT_IN_REGISTRY: JSON.stringify(registry) },
  });
  const client = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: {
      client: 'src/client/client.ts',
      serve: 'src/client/serve/serve-manifest.ts',
      draft: 'draft',
    },
    plugins: [provideDraft, ...PLUGINS],
    outdir: path.join(folder, 'client'),
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
  });
  return collectLicenses(root, [command.metafile, client.metafile]);
}
