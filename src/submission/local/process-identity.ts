import { readFile } from 'node:fs/promises';

/** Tells a process from every other one, past and future, as far as the system lets us. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own words; empty where the system does not tell. */
  readonly started: string;
}

/** Which process has a number now; undefined when none has. */
export async function getProcessIdentity(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isAlive(pid)) return undefined;
  return { pid, started: await startOf(pid) };
}

/** Whether that very process is still running; a number that went to another process since does not count. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  const now = await getProcessIdentity(pid);
  return now !== undefined && now.started === started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux tells the clock ticks between the boot and the start of a process, and which boot it was. */
async function startOf(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return afterName[0] === 'Z' ? 'dead' : `${boot.trim()} ${afterName[19]}`;
  } catch {
    return '';
  }
}
