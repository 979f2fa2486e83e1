import { deepEqual, equal, throws } from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepNewest, newBackup, readAmount } from './backup-folder.ts';

describe('a folder of backups', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backups-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gets files named after their time', async () => {
    const now = new Date('2026-11-22T03:15:00Z');
    equal(await newBackup(folder, now), join(folder, 'signalbox-2026-11-22T03-15-00.backup'));
    equal(await newBackup(join(folder, 'own.backup'), now), join(folder, 'own.backup'));
    equal(await newBackup('s3://bucket/daily/', now, '.backup.age'), 's3://bucket/daily/signalbox-2026-11-22T03-15-00.backup.age');
    equal(await newBackup('s3://bucket/daily', now), 's3://bucket/daily');
  });

  it('keeps the newest backups, and all other files', async () => {
    const names = [20, 21, 22].map((day) => `signalbox-2026-11-${day}T03-15-00.backup`);
    for (const name of [...names, 'notes.txt']) await writeFile(join(folder, name), '');
    await keepNewest(folder, 2);
    deepEqual((await readdir(folder)).toSorted(), ['notes.txt', ...names.slice(1)]);
  });

  it('refuses to keep nothing', () => {
    equal(readAmount('14'), 14);
    for (const text of ['0', '-1', '1.5', 'x']) throws(() => readAmount(text), /--keep must be a whole number from 1/);
  });
});
