import { deepEqual, equal, throws } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@signalbox/kit';
import { withSecretFiles } from './process.ts';

describe('secrets in files', () => {
  const secret = 'ab'.repeat(16);
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    file = join(folder, 'secret');
    await writeFile(file, `${secret}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  it('replace variables, for secret settings only', () => {
    const environment = withSecretFiles(
      { INTERNAL_SECRET_FILE: file, INTERNAL_SECRET: '', ENCRYPTION_KEY_FILE: '', DATA_DIR_FILE: file },
      [],
    );
    const { internalSecrets, encryptionKeys, dataDir } = readSettings(environment);
    deepEqual([internalSecrets, encryptionKeys], [[secret], []]);
    equal(dataDir, './data');
  });

  it('are refused if their file is empty', async () => {
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    throws(() => withSecretFiles({ ENCRYPTION_KEY_FILE: empty }, []), { message: `ENCRYPTION_KEY_FILE names an empty file: ${empty}.` });
  });

  it('are refused if they cannot be read, or if the value is set twice', () => {
    throws(() => withSecretFiles({ INTERNAL_SECRET: secret, INTERNAL_SECRET_FILE: file, ENCRYPTION_KEY_FILE: `${file}s` }, []), {
      name: 'SettingsProblem',
      message: [
        'INTERNAL_SECRET is set twice: remove it or INTERNAL_SECRET_FILE.',
        `ENCRYPTION_KEY_FILE cannot be read: ENOENT: no such file or directory, open '${file}s'.`,
      ].join('\n'),
    });
  });
});
