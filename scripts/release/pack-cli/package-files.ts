import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { COMMANDS } from '#cli/commands.ts';
import { formatOverview } from '#cli/terminal/help.ts';
import { VERSION } from '#manifest/version.ts';
import server from '../../../server.json' with { type: 'json' };

/** The oldest Node version that the CLI supports. */
const MIN_NODE_VERSION = '22.19';

/**
 * Creates package.json.
 *
 * @param repository `owner/name` on GitHub, which npm compares with the provenance of the package
 */
export function createPackageJson(repository?: string): string {
  const manifest = {
    name: 'api-manifest',
    // The MCP registry compares this with the name in server.json.
    mcpName: server.name,
    version: VERSION,
    description: 'Create and validate API manifests for agents, and submit and search APIs in a registry.',
    license: 'MIT',
    ...(repository && { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    type: 'module',
    bin: { 'api-manifest': 'bin.js' },
    exports: {
      './client': { types: './client/client.d.ts', default: './client/client.js' },
      './serve': { types: './client/serve/serve-manifest.d.ts', default: './client/serve.js' },
      './package.json': './package.json',
    },
    engines: { node: `>=${MIN_NODE_VERSION}` },
    sideEffects: false,
    keywords: ['api', 'agents', 'registry', 'manifest', 'openapi', 'mcp'],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Creates the executable. Its syntax works in old Node versions, so that they can report the required version. */
export function createExecutable(): string {
  const [major, minor] = MIN_NODE_VERSION.split('.');
  return `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('api-manifest requires Node ${MIN_NODE_VERSION} or later. This is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else await import('./command/api-manifest.js');
`;
}

/** Returns the README of the package, with the commands of the CLI. */
export function createReadme(): string {
  return `# api-manifest

\`\`\`
${formatOverview(COMMANDS, false).trim()}
\`\`\`

## Use the client

The typed client needs only \`fetch\`. It runs in browsers, in Workers, and in Node.

\`\`\`js
import { createClient } from 'api-manifest/client';

const registry = createClient({ registry: 'https://registry.example' });
for await (const { id, name } of registry.iterate({ q: 'weather forecast', auth_required: false })) console.log(id, name);
const { manifest } = await registry.get('api.example.com');
\`\`\`

\`\`\`js
import { createClient, toTools } from 'api-manifest/client';

const listing = await createClient({ registry: 'https://registry.example' }).get('api.example.com');
const { anthropic, execute } = toTools(listing, { secrets: { API_KEY: process.env.API_KEY } });
\`\`\`

\`toTools\` turns each endpoint into a tool for OpenAI, Anthropic, or the AI SDK. \`execute\` sends the request directly to the API.

\`\`\`js
import { serveManifest } from 'api-manifest/serve';

app.use(serveManifest(manifest).hono);
\`\`\`

\`serveManifest\` serves a manifest on Hono (\`hono\`), Express (\`express\`), Fastify (\`fastify\`), Workers, Deno, and Bun (\`fetch\`).

Errors are instances of \`RegistryError\`. They contain the problem details (RFC 9457) of the registry, if there are any.
`;
}

/**
 * Generates the type declarations of modules and of all modules that their types import.
 *
 * @param entries paths relative to the folder
 * @returns paths relative to the folder, with the texts
 * @throws Error if a type depends on a module outside the folder
 */
export function generateDeclarations(folder: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = file.replace(/\.ts$/, '.d.ts');
    if (declarations.has(name)) continue;
    const text = generateDeclaration(path.join(folder, file));
    for (const [, imported = ''] of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), imported);
      if (!imported.startsWith('.') || target.startsWith('..'))
        throw new Error(`The types of ${file} depend on ${imported}, which the package does not contain.`);
      open.push(target);
    }
    declarations.set(name, text.replace(/('\.{1,2}\/[\w./-]+)\.ts'/g, "$1.js'"));
  }
  return declarations;
}

function generateDeclaration(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, declaration: true },
  });
  const [error] = diagnostics;
  if (error) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  return outputText;
}
