import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { RequestPlan } from '../request-plan.ts';
import { listFiles } from './comments.ts';
import { renderSnippet } from './render-snippet.ts';

export type RunnableLanguage = 'curl' | 'javascript' | 'python';

/** Returns why this machine cannot run snippets of a language. Undefined if it can. */
export function findMissingTool(language: RunnableLanguage): string | undefined {
  if (language === 'javascript') return undefined;
  const [command, args] = language === 'curl' ? ['curl', ['--version']] : ['python3', ['-c', 'import requests']];
  return spawnSync(command as string, args as string[]).status === 0
    ? undefined
    : `needs ${language === 'curl' ? 'curl' : 'python3 with requests'}`;
}

/** The value of each secret, with characters that mean something in a query string, a cookie, or a shell. */
export const SECRET = "Sec.ret-42~x+/==&#%3D?[1-3]'$(id)`id`";

/** The content of each file that snippets read. */
export const FILE_CONTENT = 'file content \u00e4';

/** Runs one snippet for each plan, in one process and an empty folder. A failing snippet does not end the others. */
export async function runSnippets(
  plans: readonly RequestPlan[],
  language: RunnableLanguage,
  secret = SECRET,
): Promise<string> {
  const folder = await makeTemporaryFolder('snippets-');
  try {
    for (const name of new Set(plans.flatMap(({ body }) => listFiles(body))))
      await writeFile(path.join(folder, name), FILE_CONTENT);
    const code = path.join(folder, '.code');
    await mkdir(code);
    const extension = { curl: 'sh', javascript: 'mjs', python: 'py' }[language];
    const files = plans.map((_, index) => path.join(code, `${index}.${extension}`));
    for (const [index, plan] of plans.entries())
      await writeFile(files[index] as string, `${renderSnippet(plan, language)}\n`);
    const main = path.join(code, `main.${extension}`);
    await writeFile(main, MAINS[language](files));
    const secrets = plans.flatMap(({ authentication }) => authentication.credentials.flatMap(each => each.secrets));
    const environment = Object.fromEntries(secrets.map(name => [name, secret]));
    return await run(COMMANDS[language], [main], folder, environment);
  } finally {
    await removeFolder(folder);
  }
}

const COMMANDS = { curl: 'sh', javascript: process.execPath, python: 'python3' } as const;

const MAINS: Readonly<Record<RunnableLanguage, (files: readonly string[]) => string>> = {
  curl: files => files.map(file => `. '${file}' > /dev/null 2>> errors.txt\n`).join(''),
  javascript: files =>
    `console.log = () => {};\nfor (const file of ${JSON.stringify(files)})\n  await import(file).catch(error => console.error(file, error));\n`,
  python: files =>
    `import sys, traceback\nfor file in ${JSON.stringify(files)}:\n    try:\n        exec(compile(open(file, encoding="utf-8").read(), file, "exec"), {"print": lambda *a: None})\n    except Exception:\n        traceback.print_exc()\n`,
};

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const { PATH = '', PYTHONPATH, HOME, PYENV_ROOT } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH,
      ...(PYTHONPATH !== undefined && { PYTHONPATH }),
      ...(HOME !== undefined && { HOME }),
      ...(PYENV_ROOT !== undefined && { PYENV_ROOT }),
      NO_PROXY: '127.0.0.1',
      ...secrets,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return errors;
}
