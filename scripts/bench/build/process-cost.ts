import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What a command costs, with all processes that it starts. */
export interface ProcessCost {
  /** Wall time in seconds. */
  readonly seconds: number;
  /** User and system time in seconds; undefined where the system does not report it in /proc. */
  readonly cpuSeconds: number | undefined;
  /** The highest sum of the resident memory of all its processes at one time, in bytes; undefined as above. */
  readonly memory: number | undefined;
}

/** Milliseconds between two samples of the memory. */
const INTERVAL_MS = 100;

const run = promisify(execFile);

/**
 * Runs a command and measures it. No other command may run at the same time in this process.
 * @throws Error with the output of the command if it fails
 */
export async function measureProcess(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ProcessCost> {
  const started = performance.now();
  const before = readChildTime();
  const running = run(file, [...args], { ...options, maxBuffer: Number.POSITIVE_INFINITY });
  let memory: number | undefined;
  let unreaped = 0;
  const sampling = setInterval(() => {
    const processes = listTree(running.child.pid);
    // Once the command itself has ended, its time is that of an ended child of this process.
    if (processes[0] === undefined || processes[0].isEnded) return;
    memory = Math.max(memory ?? 0, sum(processes.map(each => each.memory)));
    unreaped = sum(processes.map(each => (each.isEnded ? each.cpuSeconds : 0)));
  }, INTERVAL_MS);
  try {
    await running;
  } finally {
    clearInterval(sampling);
  }
  const after = readChildTime();
  // The system adds the time of a process to that of its parent once the parent asks for its exit status, which a parent that
  // exits at the same time does not.
  const cpuSeconds = before === undefined || after === undefined ? undefined : after - before + unreaped;
  return { seconds: (performance.now() - started) / 1000, cpuSeconds, memory };
}

/** The kernel counts time in these units for all programs. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time of all ended children of this process, with their own, in seconds. */
function readChildTime(): number | undefined {
  const fields = readStat('self');
  return fields && (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** The fields of `/proc/<pid>/stat` after the name of the program, which may contain spaces: the state is the first. */
function readStat(pid: number | string): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined; // The process has ended, or the system has no /proc.
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its resident memory in bytes. */
  readonly memory: number;
  /** Its own user and system time in seconds. */
  readonly cpuSeconds: number;
  /** Whether it has ended, but its parent has not asked for its exit status yet. */
  readonly isEnded: boolean;
}

/** Returns a process and its descendants; none where the system does not report them in /proc. */
function listTree(root: number | undefined): readonly Process[] {
  const processes = listProcesses();
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const tree = processes.filter(({ pid }) => pid === root);
  for (const each of tree) tree.push(...(byParent.get(each.pid) ?? []));
  return tree;
}

function listProcesses(): readonly Process[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync('/proc');
  } catch {
    // The system has no /proc.
  }
  return names
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const fields = readStat(name);
      if (fields === undefined) return [];
      const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      const memory = Number(fields[21]) * PAGE_BYTES;
      return [{ pid: Number(name), parent: Number(fields[1]), memory, cpuSeconds, isEnded: fields[0] === 'Z' }];
    });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const PAGE_BYTES = 4096;
