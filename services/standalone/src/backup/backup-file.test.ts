import { rejects } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { verifyBackup } from './backup-file.ts';

describe('a backup file', () => {
  it('is refused with a message when a line is longer than any row, without reading the line to its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
    const file = join(folder, 'one-line');
    try {
      await writeFile(file, gzipSync(Buffer.alloc(200_000_000, 'a'), { level: 1 }));
      await rejects(verifyBackup(file), /it has a line of more than 32000000 characters/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
