import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { REQUIRE } from '#build/site/bundle-modules.ts';
import { collectLicenses } from './licenses.ts';
import { reduceSourceMaps } from './reduce-source-maps.ts';

/** An empty source map, which keeps dependencies and generated code out of the maps: they were half of the package. */
const EMPTY_MAP = Buffer.from('{"version":3,"sources":["dependency"],"names":[],"mappings":"AAAA"}').toString('base64');

const omitDependencies: Plugin = {
  name: 'omit-dependencies-from-maps',
  setup({ onLoad }) {
    onLoad({ filter: /(node_modules|manifest\/compiled).*\.[cm]?js$/ }, async ({ path: file }) => ({
      contents: `${await readFile(file, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'default',
    }));
    // Without this, each string of the vocabularies has its own mapping.
    onLoad({ filter: /\.json$/ }, async ({ path: file }) => ({
      contents: `export default ${JSON.stringify(JSON.parse(await readFile(file, 'utf8')))};\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
    }));
  },
};

/** The parts of undici that the guarded HTTP client uses. The rest is two thirds of it. */
const UNDICI = `
exports.Client = require('undici/lib/dispatcher/client.js');
exports.buildConnector = require('undici/lib/core/connect.js');
exports.errors = require('undici/lib/core/errors.js');
`;

/** Modules that the guarded HTTP client never loads: the parser for processors without SIMD, HTTP/2, and bodies that are streams. */
const UNUSED = /undici\/lib\/(llhttp\/llhttp-wasm|dispatcher\/client-h2|web\/fetch\/body)\.js$/;

/** The MCP SDK validates only form input, which this server never requests. */
const NO_FORMS = `
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('The package does not validate form input.');
  }
}
export { default as process } from 'node:process';
`;

const reduceDependencies: Plugin = {
  name: 'reduce-dependencies',
  setup({ onResolve, onLoad }) {
    const reduced = { undici: UNDICI, '@modelcontextprotocol/server/_shims': NO_FORMS };
    onResolve({ filter: /^(undici|@modelcontextprotocol\/server\/_shims)$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'reduced',
    }));
    onLoad({ filter: /.*/, namespace: 'reduced' }, ({ path: name }) => ({
      contents: reduced[name as keyof typeof reduced],
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
    onLoad({ filter: UNUSED }, ({ path: file }) => ({
      contents: `module.exports = () => { throw new Error('The package does not contain ${path.basename(file)}.'); };`,
    }));
  },
};

/** The modules in `src` that the CLI and `serve` share, by entry point, because together they are a third of the package. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  draft: [
    'draft/complete-manifest.ts',
    'draft/merge-draft-records.ts',
    'draft/openapi/draft.ts',
    'draft/openapi/openapi-document.ts',
    'draft/openapi/select-endpoints.ts',
    'draft/openapi/suggestions.ts',
    'draft/openapi/todo.ts',
  ],
  schemas: ['manifest/compiled/schemas.js', 'manifest/compiled/validators.js'],
};

/** Loads the shared modules from the entry points of the client. */
function loadShared(root: string): Plugin {
  const entryOf = new Map(
    Object.entries(SHARED).flatMap(([entry, files]) => files.map(file => [path.join(root, 'src', file), entry])),
  );
  return {
    name: 'load-shared',
    setup({ onResolve }) {
      onResolve({ filter: /^(#|\.).*\.[jt]s$/ }, ({ path: name, resolveDir }) => {
        const file = name.startsWith('#') ? path.join(root, 'src', name.slice(1)) : path.join(resolveDir, name);
        const entry = entryOf.get(file);
        return entry === undefined ? undefined : { path: `../client/${entry}.js`, external: true };
      });
    },
  };
}

/** The entry points with the exports of the shared modules. */
const provideShared: Plugin = {
  name: 'provide-shared',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^shared:/ }, ({ path: name }) => ({
      path: name.slice('shared:'.length),
      namespace: 'shared',
    }));
    onLoad({ filter: /.*/, namespace: 'shared' }, ({ path: entry }) => ({
      contents: SHARED[entry]?.map(file => `export * from '#${file}';`).join('\n') ?? '',
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
    plugins: [loadShared(root), ...PLUGINS],
    splitting: true,
    chunkNames: 'part-[hash]',
    banner: { js: REQUIRE },
    // undici leaves out its second, experimental HTTP parser if this name is defined.
    define: { BUILT_IN_REGISTRY: JSON.stringify(registry), esbuildDetection: '1' },
  });
  const client = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: {
      client: 'src/client/client.ts',
      serve: 'src/client/serve/serve-manifest.ts',
      ...Object.fromEntries(Object.keys(SHARED).map(entry => [entry, `shared:${entry}`])),
    },
    plugins: [provideShared, ...PLUGINS],
    outdir: path.join(folder, 'client'),
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
  });
  await reduceSourceMaps(folder);
  return collectLicenses(root, [command.metafile, client.metafile]);
}
