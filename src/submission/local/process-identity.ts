import { readFile } from 'node:fs/promises';
import { isProcessRunning } from '#store/processes/is-process-running.ts';

/** Identifies a process uniquely among all past and future processes, if the system supports it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time in a system-specific format. Empty if the system does not report it. */
  readonly started: string;
}

/** Returns the identity of the process with a process id; undefined if no such process is running. */
export async function getProcessIdentity(pid: number): Promise<ProcessIdentity | undefined> {
  if (!isProcessRunning(pid)) return undefined;
  return { pid, started: await readStartTime(pid) };
}

/** Whether this process is still running. Another process that reuses the id does not count. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  const now = await getProcessIdentity(pid);
  return now !== undefined && now.started === started;
}

/** On Linux, combines the boot id with the start time in clock ticks since boot. */
async function readStartTime(pid: number): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return afterName[0] === 'Z' ? 'dead' : `${boot.trim()} ${afterName[19]}`;
  } catch {
    return '';
  }
}
