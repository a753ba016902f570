import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getDefaultSurfaceUrls } from '#listing/public-url.ts';
import type { DeploymentSettings } from './deployment-settings.ts';
import { fillNginx } from './machine/fill-nginx.ts';
import { createState, type Step } from './step.ts';

type Fill = (text: string, settings: DeploymentSettings) => string;

/**
 * The files with placeholders, and how each is filled. A function returns its input unchanged if it was filled before,
 * so setup can run again, also with other settings.
 */
const FILES: Readonly<Record<string, Fill>> = {
  'package.json': fillPackage,
  'server.json': fillServerDescription,
  'public/schemas/v0.2/manifest.json': fillSchema,
  'public/schemas/v0.3/manifest.json': fillSchema,
  'action/README.md': fillRepository,
  'src/site/docs/publishing.md': fillRepository,
  'src/site/docs/runbooks.md': fillRepository,
  'src/site/docs/scale.md': fillRepository,
  'src/site/docs/self-hosting.md': fillRepository,
  '.github/CODEOWNERS': fillOwner,
  'deploy/nginx-static.conf': fillFileServer,
};

/** The files that the step changes. */
export const PLACEHOLDER_FILES = Object.keys(FILES);

/** Fills the placeholders in the files of the clone. On GitHub, a later step commits the changes. */
export function createPlaceholdersStep(root: string, settings: DeploymentSettings): Step {
  async function listOutdated(): Promise<{ readonly file: string; readonly text: string }[]> {
    const files = await Promise.all(
      Object.entries(FILES).map(async ([file, fill]) => {
        const text = await readFile(path.join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        });
        if (text === undefined) return [];
        const filled = fill(text, settings);
        return filled === text ? [] : [{ file, text: filled }];
      }),
    );
    return files.flat();
  }
  return {
    id: 'placeholders',
    title: 'Names and URLs in the files of the clone',
    effect: 'Documentation, schemas, and packages name a repository or a host that does not exist.',
    undo: 'Run git restore on the changed files.',
    inspect: async () => createState((await listOutdated()).map(({ file }) => file)),
    async apply() {
      for (const { file, text } of await listOutdated()) {
        await writeFile(path.join(root, `${file}.new`), text);
        await rename(path.join(root, `${file}.new`), path.join(root, file));
      }
    },
  };
}

function fillPackage(text: string, { repository, site_url, registry_url }: DeploymentSettings): string {
  const content = JSON.parse(text) as Record<string, unknown>;
  const homepage = site_url ?? registry_url;
  const links = repository === undefined ? {} : describeRepository(repository);
  return formatChanged(text, { ...content, homepage, ...links });
}

function describeRepository(repository: string) {
  const url = `https://github.com/${repository}`;
  return { repository: { type: 'git', url: `git+${url}.git` }, bugs: { url: `${url}/issues` } };
}

interface ServerDescription {
  name: string;
  title: string;
  remotes: { type: string; url: string; variables?: unknown }[];
  packages: { environmentVariables?: { name: string; default?: string; isRequired?: boolean }[] }[];
}

/** Names the server after its repository, and replaces the variable host by the host of this registry. */
function fillServerDescription(text: string, settings: DeploymentSettings): string {
  const { repository, site_name, registry_url, mcp_url } = settings;
  const server = JSON.parse(text) as ServerDescription;
  if (repository !== undefined) server.name = `io.github.${repository.toLowerCase()}`;
  server.title = site_name;
  for (const remote of server.remotes) {
    remote.url = mcp_url ?? getDefaultSurfaceUrls(registry_url).mcp;
    delete remote.variables;
  }
  for (const { environmentVariables = [] } of server.packages) {
    for (const variable of environmentVariables) {
      if (variable.name !== 'API_REGISTRY_URL') continue;
      variable.default = registry_url;
      variable.isRequired = false;
    }
  }
  return formatChanged(text, server);
}

/** Replaces the origin of the schema's identifier. The path stays, because manifests refer to it. */
function fillSchema(text: string, { site_url, registry_url }: DeploymentSettings): string {
  return text.replace(/("\$id": ")https:\/\/[^/"]+(\/[^"]*")/, (_, start: string, rest: string) => {
    return `${start}${new URL(site_url ?? registry_url).origin}${rest}`;
  });
}

function fillRepository(text: string, { repository }: DeploymentSettings): string {
  return repository === undefined ? text : text.replaceAll('OWNER/REPOSITORY', repository);
}

function fillOwner(text: string, { repository }: DeploymentSettings): string {
  return repository === undefined ? text : text.replaceAll('@OWNER', `@${repository.split('/')[0]}`);
}

/** Names the host in the configuration of a file server, which only a static registry uses. */
function fillFileServer(text: string, { platform, registry_url }: DeploymentSettings): string {
  return platform === 'static' ? fillNginx(text, [new URL(registry_url).host]) : text;
}

/** Formats a changed document. An unchanged one keeps its own format. */
function formatChanged(before: string, value: unknown): string {
  const isUnchanged = JSON.stringify(JSON.parse(before)) === JSON.stringify(value);
  return isUnchanged ? before : `${JSON.stringify(value, null, 2)}\n`;
}
