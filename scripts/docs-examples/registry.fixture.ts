import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The result of a pasted command. */
export interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** A program of the project that keeps running. */
export interface Running {
  /** The URL from its ready message. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a script of the project and waits until it reports its URL. */
export async function started(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = spawn(process.execPath, [...command], { cwd: ROOT, env: { ...process.env, ...environment } });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk;
        const [, address] = /ready at (http:\S+)/.exec(output) ?? [];
        if (address) resolve({ address, stop: () => stopProcess(child) });
      });
    }
    child.once('error', reject).once('close', code => reject(new Error(`${command[0]} ended with ${code}: ${output}`)));
  });
}

/**
 * Runs a command line in a shell. `npm run <script> --` starts the script without npm, in the same folder as the shell,
 * so that several can run at once.
 */
export async function pasted(line: string, folder: string, input = ''): Promise<Ending> {
  const command = line.replace(
    /\bnpm run (?:--silent )?([\w-]+) --/,
    (_, script) => `node "${ROOT}/scripts/${script}.ts"`,
  );
  const bin = path.join(ROOT, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  return ending(spawn('bash', ['-euc', command], { cwd: folder, env }), input);
}

export async function ending(child: ChildProcess, input = ''): Promise<Ending> {
  const told = { out: '', error: '' };
  child.stdout?.on('data', chunk => (told.out += chunk));
  child.stderr?.on('data', chunk => (told.error += chunk));
  // Most commands exit without reading it.
  child.stdin?.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, ...told };
}

/** Returns the code blocks of a language in a Markdown text. */
export function blocksIn(markdown: string, language: string): string[] {
  return Array.from(markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)).flatMap(([, its, text = '']) =>
    its === language ? [text] : [],
  );
}

/** Returns the commands of a shell block: joins continued lines and drops comments. */
export function commandsIn(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'));
}
