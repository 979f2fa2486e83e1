import { deepEqual, equal, notEqual, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCipher } from './cipher.ts';

describe('the cipher of a service', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cipher-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const cipherOf = (environment: Record<string, string>, service = 'sample') =>
    openCipher(service, {
      encryptionKey: environment['ENCRYPTION_KEY'] ?? null,
      internalSecret: environment['INTERNAL_SECRET'] ?? null,
      dataDir,
    });
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];

  it('reads again what it has encrypted, differently each time, for the same purpose alone', () => {
    const cipher = cipherOf({ ENCRYPTION_KEY: one });
    const encrypted = cipher.encrypt('secret', 'user 1');
    equal(cipher.decrypt(encrypted, 'user 1'), 'secret');
    notEqual(cipher.encrypt('secret', 'user 1'), encrypted);
    throws(() => cipher.decrypt(encrypted, 'user 2'));
    deepEqual([cipher.tryDecrypt(encrypted, 'user 2'), cipher.tryDecrypt(encrypted, 'user 1')], [null, 'secret']);
    throws(() => cipher.decrypt(`A${encrypted.slice(1)}B`, 'user 1'));
  });

  it('takes its key from the settings: ENCRYPTION_KEY before INTERNAL_SECRET, and writes no file then', () => {
    const encrypted = cipherOf({ ENCRYPTION_KEY: one, INTERNAL_SECRET: other }).encrypt('secret', '');
    equal(cipherOf({ ENCRYPTION_KEY: one }).decrypt(encrypted, ''), 'secret');
    equal(readdirSync(dataDir).length, 0);
    throws(() => cipherOf({ INTERNAL_SECRET: other }).decrypt(encrypted, ''));
    throws(() => cipherOf({}).decrypt(cipherOf({ INTERNAL_SECRET: other }).encrypt('secret', ''), ''));
  });

  it('keeps a key in DATA_DIR where no setting gives one, readable by its owner alone, once there is something to encrypt', () => {
    const cipher = cipherOf({});
    equal(readdirSync(dataDir).length, 0);
    const encrypted = cipher.encrypt('secret', '');
    equal(cipherOf({}).decrypt(encrypted, ''), 'secret');
    equal(statSync(join(dataDir, 'sample.key')).mode & 0o777, 0o600);
  });

  it('reads nothing of another service, under the same key', () => {
    const encrypted = cipherOf({ ENCRYPTION_KEY: one }).encrypt('secret', '');
    throws(() => cipherOf({ ENCRYPTION_KEY: one }, 'another').decrypt(encrypted, ''));
  });
});
