import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, logHandlers, passthroughImageService } from 'astro/config';
import { addSecurityRules } from '#site/security-policy.ts';
import { buildDirectories, settings } from '#site/settings.ts';

const { output, work } = buildDirectories(process.env);

/**
 * Several builds may run at the same time, so each writes only below its own two folders (and what Astro itself puts
 * into `.astro`, which is always the same). Styles come as files, because the pages' security policy allows no others.
 * `site` is not set: pages read their URL from the settings when they are rendered, so that a site that is compiled once can
 * be rendered for any URL.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  srcDir: './src/site',
  outDir: output,
  cacheDir: `${work}/astro`,
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 4, server: `${work}/server` },
  integrations: [reference(), ownServerFolder(), securityRules()],
  devToolbar: { enabled: false },
  prerenderConflictBehavior: 'error',
  // Highlighting writes styles into attributes, which the pages' security policy forbids.
  markdown: { syntaxHighlight: false },
  image: { service: passthroughImageService() },
  logger: logHandlers.console({ level: 'warn' }),
  vite: {
    cacheDir: `${work}/vite`,
    build: { assetsInlineLimit: 0, cssCodeSplit: true },
  },
});

/**
 * Writes the data for the documentation, so that `npx astro build` and `npx astro check` work without `npm run build`,
 * which writes the same data.
 */
function reference() {
  return {
    name: 'reference',
    hooks: {
      'astro:config:setup': async () => {
        if (process.env.REFERENCE_FILE) return;
        const file = path.join(work, 'reference.json');
        const [{ writeReference }, { addressesFrom }] = await Promise.all([
          import('#build/parts/reference.ts'),
          import('#edge/config.ts'),
        ]);
        await writeReference(file, addressesFrom(process.env, settings.registryUrl));
        process.env.REFERENCE_FILE = file;
      },
    },
  };
}

/**
 * Has Astro put the code that renders the pages into `build.server`; otherwise all builds share a folder for it. A build
 * bundles dependencies, so that this folder may be anywhere.
 */
function ownServerFolder() {
  return {
    name: 'own-server-folder',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const noExternal = command === 'build';
        if (noExternal) updateConfig({ vite: { environments: { prerender: { resolve: { noExternal } } } } });
      },
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'own-server-folder',
          entrypointResolution: 'auto',
          supportedAstroFeatures: { staticOutput: 'stable' },
          adapterFeatures: { buildOutput: 'static', preserveBuildServerDir: true },
        }),
    },
  };
}

/** Puts the pages' security policy among the headers that static hosts read; it names the addresses that this build is for. */
function securityRules() {
  return {
    name: 'security-rules',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const file = new URL('_headers', dir);
        await writeFile(file, addSecurityRules(await readFile(file, 'utf8'), settings));
      },
    },
  };
}
