import { equal, throws } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse, lockFolder } from './lock-folder.ts';

/** Locks the folder until it is killed. */
const holder = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock-folder.ts'))};
lockFolder(process.argv[1]);
console.log('held');
setInterval(() => undefined, 1000);`;

describe('the lock of a folder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-folder-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is exclusive until it is released', () => {
    const first = lockFolder(join(folder, 'new'));
    throws(() => lockFolder(join(folder, 'new')), FolderInUse);
    first.release();
    lockFolder(join(folder, 'new')).release();
  });

  it('is a file that only its owner can read, even if an older version made it readable', async () => {
    const file = join(folder, 'in-use.db');
    for (const mode of [null, 0o644]) {
      if (mode !== null) await chmod(file, mode);
      lockFolder(folder).release();
      equal((await stat(file)).mode & 0o777, 0o600);
    }
  });

  it('ends with its process, even if that was killed', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '-e', holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = (await once(other.stdout, 'data')) as [Buffer];
    equal(String(output).trim(), 'held');
    throws(() => lockFolder(folder), FolderInUse);
    const ended = once(other, 'exit');
    other.kill('SIGKILL');
    await ended;
    lockFolder(folder).release();
  });
});
