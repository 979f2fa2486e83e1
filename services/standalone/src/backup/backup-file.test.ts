import { deepEqual, equal, fail, rejects, throws } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readBackup, verifyBackup, writeBackup } from './backup-file.ts';
import { fileAt } from './file-location.ts';
import { decrypting, encrypting } from './encryption.ts';

describe('a backup file', () => {
  it('is refused before anything is read if its folder is missing', async () => {
    const file = join(tmpdir(), 'no-such-folder', 'backup');
    const lines = { [Symbol.asyncIterator]: () => fail('it was read') };
    await rejects(writeBackup(fileAt(file), lines), /cannot be written: there is no folder .*no-such-folder\. Create it\./);
  });

  it('is refused with a message when a line is longer than any row, without reading the line to its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
    const file = join(folder, 'one-line');
    try {
      await writeFile(file, gzipSync(Buffer.alloc(200_000_000, 'a'), { level: 1 }));
      await rejects(verifyBackup(fileAt(file)), /it has a line of more than 32000000 characters/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('an encrypted backup file', () => {
  let folder: string;
  let file: string;
  let recipients: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-encrypted-'));
    file = join(folder, 'encrypted');
    const identities = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()]);
    recipients = await Promise.all(identities.slice(0, 2).map(identityToRecipient));
    for (const [index, identity] of identities.entries()) await writeFile(join(folder, `key-${index}`), `# created: today\n${identity}\n`);
    await writeBackup(fileAt(file), linesOf(), encrypting(recipients));
  });
  after(() => rm(folder, { recursive: true }));

  const keyOf = (index: number) => decrypting(join(folder, `key-${index}`));
  const row = ['x'.repeat(100), 'secret of a user'];
  async function* linesOf() {
    yield { format: 'signalbox-backup', version: 1, id: 'one', createdAt: '2026-11-27T00:00:00.000Z', schemas: {} } as const;
    yield { service: 'audit', table: 'event', columns: ['a', 'b'], nextId: null };
    for (let index = 0; index < 5000; index += 1) yield row;
  }

  it('is read with the key of each recipient', async () => {
    for (const index of [0, 1]) {
      equal((await verifyBackup(fileAt(file), await keyOf(index))).id, 'one');
      const lines = await Array.fromAsync(readBackup(fileAt(file), await keyOf(index)));
      equal(lines.length, 5001);
      deepEqual(lines.at(-1), row);
    }
  });

  it('is refused without a key, with another key, and if it is truncated', async () => {
    await rejects(verifyBackup(fileAt(file)), /is encrypted\. Pass the secret key: --identity FILE/);
    await rejects(verifyBackup(fileAt(file), await keyOf(2)), /cannot be read/);
    const content = await readFile(file);
    await writeFile(join(folder, 'cut'), content.subarray(0, -100));
    await rejects(verifyBackup(fileAt(join(folder, 'cut')), await keyOf(0)), /cannot be read|is damaged/);
  });

  it('needs valid keys', async () => {
    throws(() => encrypting(['age1nothing']), /--recipient must be a public key of age/);
    await rejects(decrypting(file), /has none/);
    await rejects(decrypting(join(folder, 'missing')), /has none/);
  });
});
