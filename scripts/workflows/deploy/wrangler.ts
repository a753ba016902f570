import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What became of a run of wrangler. */
export interface WranglerRun {
  readonly ok: boolean;
  /** What it printed. */
  readonly output: string;
  /** What it notes for programs, one object an event; see WRANGLER_OUTPUT_FILE_PATH of its documentation. */
  readonly events: readonly WranglerEvent[];
}

export interface WranglerEvent {
  readonly type: string;
  readonly version_id?: string | null;
  /** Where the Worker answers. */
  readonly targets?: readonly string[];
  readonly preview_alias_url?: string;
  /** Of a command that failed: the platform's number of the fault, and what it says. */
  readonly code?: number;
  readonly message?: string;
}

export type Wrangler = (args: readonly string[]) => Promise<WranglerRun>;

/** Runs the wrangler of this project with the credentials of the environment; what it prints is shown, too. */
export async function wrangler(args: readonly string[]): Promise<WranglerRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wrangler-'));
  const notes = path.join(folder, 'output.ndjson');
  try {
    const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
      cwd: ROOT,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_OUTPUT_FILE_PATH: notes, CI: 'true' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
      process.stdout.write(chunk);
    });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    const lines = (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    return { ok: code === 0, output, events: lines.map(line => JSON.parse(line) as WranglerEvent) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
