/**
 * Returns the processor time that a synchronous function takes in this thread, in milliseconds. Unlike the elapsed time, it
 * does not grow with the load of the machine.
 */
export function measureCpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
