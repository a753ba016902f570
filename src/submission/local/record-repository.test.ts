import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { getProcessIdentity } from './process-identity.ts';
import { openRecordRepository } from './record-repository.ts';

test('waits for a Git process of the last server, because it may be committing', async () => {
  const folder = await makeTemporaryFolder('record-repository-');
  const orphan = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  await once(orphan, 'spawn');
  try {
    await writeFile(path.join(folder, 'git-process'), JSON.stringify(await getProcessIdentity(orphan.pid ?? 0)));
    let opened = false;
    const opening = openRecordRepository(folder, { now: 0 }).then(() => {
      opened = true;
    });
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(opened).toBe(false);
    orphan.kill('SIGKILL');
    await opening;
  } finally {
    await stopProcess(orphan);
    await removeFolder(folder);
  }
});
