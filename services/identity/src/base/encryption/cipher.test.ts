import { equal, notEqual, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@signalbox/kit';
import { identitySurface } from '../../surface.ts';
import { openCipher } from './cipher.ts';

describe('the cipher of identity', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cipher-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const cipherOf = (environment: Record<string, string>) =>
    openCipher({ settings: readSettings(environment, [identitySurface]), dataDir }).cipher;
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];

  it('reads again what it has encrypted, differently each time, for the same purpose alone', () => {
    const cipher = cipherOf({ ENCRYPTION_KEY: one });
    const encrypted = cipher.encrypt('secret', 'user 1');
    equal(cipher.decrypt(encrypted, 'user 1'), 'secret');
    notEqual(cipher.encrypt('secret', 'user 1'), encrypted);
    throws(() => cipher.decrypt(encrypted, 'user 2'));
    throws(() => cipher.decrypt(`A${encrypted.slice(1)}B`, 'user 1'));
  });

  it('has a key of its own settings: ENCRYPTION_KEY before INTERNAL_SECRET, and writes no file then', () => {
    const encrypted = cipherOf({ ENCRYPTION_KEY: one, INTERNAL_SECRET: other }).encrypt('secret', '');
    equal(cipherOf({ ENCRYPTION_KEY: one }).decrypt(encrypted, ''), 'secret');
    throws(() => cipherOf({ INTERNAL_SECRET: other }).decrypt(encrypted, ''));
    throws(() => cipherOf({}).decrypt(cipherOf({ INTERNAL_SECRET: other }).encrypt('secret', ''), ''));
  });

  it('has a key that survives in DATA_DIR where no setting gives one, readable by its owner alone, once there is something to encrypt', () => {
    const cipher = cipherOf({});
    equal(readdirSync(dataDir).length, 0);
    const encrypted = cipher.encrypt('secret', '');
    equal(cipherOf({}).decrypt(encrypted, ''), 'secret');
    equal(statSync(join(dataDir, 'identity.key')).mode & 0o777, 0o600);
  });
});
