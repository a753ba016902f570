/**
 * Compiles the site with Astro in a separate process, so that its memory is freed afterwards. Writes the modules that
 * render pages and the files that browsers load with them, but renders nothing. Usage: node compile.ts TARGET, an existing
 * folder
 */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'astro';
import { endWithParent } from '../workers/child.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RENDERER = path.join(ROOT, 'src/site/renderer.ts');

endWithParent();
const target = process.argv[2] ?? '';
let server: URL | undefined;

process.env.BUILD_DIR = path.join(target, 'files');
process.env.BUILD_CACHE_DIR = path.join(target, 'work');
await build({
  root: ROOT,
  integrations: [
    {
      name: 'rendered-elsewhere',
      hooks: {
        'astro:config:done': ({ config }) => {
          server = config.build.server;
        },
        'astro:build:start': ({ setPrerenderer }) =>
          setPrerenderer({
            name: 'none',
            // Astro removes the compiled modules as soon as it has rendered with them.
            setup: () => cp(new URL('.prerender/', server), path.join(target, 'renderer'), { recursive: true }),
            getStaticPaths: async () => [],
            render: () => Promise.reject(new Error('Pages are rendered in another process.')),
          }),
      },
    },
  ],
  vite: {
    plugins: [
      {
        name: 'renderer',
        configEnvironment: name =>
          name === 'prerender' ? { build: { rolldownOptions: { input: RENDERER } } } : undefined,
      },
    ],
  },
});
await rm(path.join(target, 'work'), { recursive: true });
// Without the rules that contain URLs, which each build adds.
await cp(path.join(ROOT, 'public/_headers'), path.join(target, 'files/_headers'));
