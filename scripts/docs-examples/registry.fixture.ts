import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a command that was pasted came to. */
export interface Ending {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** A program of the project that goes on running. */
export interface Running {
  /** The address that it said it is ready at. */
  readonly address: string;
  stop(): void;
}

/** Starts one of the project's scripts, and waits until it says where it answers. */
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
        if (address) resolve({ address, stop: () => child.kill('SIGKILL') });
      });
    }
    child.once('error', reject).once('close', code => reject(new Error(`${command[0]} ended with ${code}: ${output}`)));
  });
}

/**
 * Runs a command line as a person's shell does. `npm run <script> --` starts the same script without npm, in the same
 * folder as the shell, so that several can be tried at once.
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
  // Most commands end without having read it.
  child.stdin?.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, ...told };
}

/** The blocks of a language in a Markdown text. */
export function blocksIn(markdown: string, language: string): string[] {
  return Array.from(markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)).flatMap(([, its, text = '']) =>
    its === language ? [text] : [],
  );
}

/** The commands of a shell block: lines that go on are joined, comments left out. */
export function commandsIn(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'));
}
