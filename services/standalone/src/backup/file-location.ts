import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupLocation } from './backup-location.ts';
import { BackupProblem } from './progress.ts';

const ownerOnly = 0o600;

/** A file that only its owner can read. It gets its name once it is complete and on the disk. */
export const fileAt = (path: string): BackupLocation => ({
  name: path,
  async exists() {
    const folder = dirname(path);
    if (!existsSync(folder)) throw new BackupProblem(`${path} cannot be written: there is no folder ${folder}. Create it.`);
    return existsSync(path);
  },
  read: () => createReadStream(path),
  async write(bytes) {
    const part = `${path}.part`;
    await rm(part, { force: true });
    try {
      await pipeline(bytes, createWriteStream(part, { mode: ownerOnly, flags: 'wx', flush: true }));
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  },
});
