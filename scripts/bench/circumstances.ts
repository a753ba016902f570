import { cpus, totalmem } from 'node:os';
import { servedCommit } from '#scripts/build/served-commit.ts';

/** When, on what and of what was measured. */
export async function circumstances() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    commit: await servedCommit(undefined),
    node: process.version,
    machine: {
      cpu: cpu?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
    },
  };
}
