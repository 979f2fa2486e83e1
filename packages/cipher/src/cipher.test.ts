import { deepEqual, equal, notEqual, throws } from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cipherOf } from './cipher.ts';

describe('the cipher of a service', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cipher-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const under = ({ ENCRYPTION_KEY = '', INTERNAL_SECRET = '' }, service = 'sample') =>
    cipherOf(service, { encryptionKeys: listed(ENCRYPTION_KEY), internalSecrets: listed(INTERNAL_SECRET), dataDir });
  const listed = (text: string) => text.split(',').filter(Boolean);
  const [one, other] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string];

  it('decrypts its own values, which differ each time, only for the same purpose', () => {
    const cipher = under({ ENCRYPTION_KEY: one });
    const encrypted = cipher.encrypt('secret', 'user 1');
    equal(cipher.decrypt(encrypted, 'user 1'), 'secret');
    notEqual(cipher.encrypt('secret', 'user 1'), encrypted);
    throws(() => cipher.decrypt(encrypted, 'user 2'));
    deepEqual([cipher.tryDecrypt(encrypted, 'user 2'), cipher.tryDecrypt(encrypted, 'user 1')], [null, 'secret']);
    throws(() => cipher.decrypt(`A${encrypted.slice(1)}B`, 'user 1'));
  });

  it('prefers ENCRYPTION_KEY to INTERNAL_SECRET, and then writes no file', () => {
    const encrypted = under({ ENCRYPTION_KEY: one, INTERNAL_SECRET: other }).encrypt('secret', '');
    equal(under({ ENCRYPTION_KEY: one }).decrypt(encrypted, ''), 'secret');
    equal(readdirSync(dataDir).length, 0);
    throws(() => under({ INTERNAL_SECRET: other }).decrypt(encrypted, ''));
    throws(() => under({}).decrypt(under({ INTERNAL_SECRET: other }).encrypt('secret', ''), ''));
  });

  it('creates a key file in DATA_DIR at the first encryption without a setting, readable by its owner only', () => {
    const cipher = under({});
    equal(readdirSync(dataDir).length, 0);
    const encrypted = cipher.encrypt('secret', '');
    equal(under({}).decrypt(encrypted, ''), 'secret');
    equal(statSync(join(dataDir, 'encryption-key')).mode & 0o777, 0o600);
  });

  it('cannot decrypt values of another service, even with the same key', () => {
    const encrypted = under({ ENCRYPTION_KEY: one }).encrypt('secret', '');
    throws(() => under({ ENCRYPTION_KEY: one }, 'another').decrypt(encrypted, ''));
  });

  it('encrypts with the first of several keys, and decrypts with all of them', () => {
    const old = under({ ENCRYPTION_KEY: one }).encrypt('secret', '');
    const both = under({ ENCRYPTION_KEY: `${other},${one}` });
    equal(both.decrypt(old, ''), 'secret');
    const renewed = both.encrypt('secret', '');
    equal(under({ ENCRYPTION_KEY: other }).decrypt(renewed, ''), 'secret');
    throws(() => under({ ENCRYPTION_KEY: other }).decrypt(old, ''), /no key of ENCRYPTION_KEY decrypts/);
  });

  it('decrypts values from before ENCRYPTION_KEY was set, with INTERNAL_SECRET and with the files in DATA_DIR', () => {
    writeFileSync(join(dataDir, 'sample.key'), one);
    const [internal, file] = [under({ INTERNAL_SECRET: other }).encrypt('1', ''), under({}).encrypt('2', '')];
    const cipher = under({ ENCRYPTION_KEY: '3'.repeat(32), INTERNAL_SECRET: other });
    deepEqual([cipher.decrypt(internal, ''), cipher.decrypt(file, '')], ['1', '2']);
    const earlier = cipherOf('sample', { encryptionKeys: [one], internalSecrets: [], dataDir: join(dataDir, 'none') });
    equal(cipher.decrypt(earlier.encrypt('3', ''), ''), '3');
  });

  it('identifies the key of a value by its fingerprint, which is the same for every service', () => {
    const old = under({ ENCRYPTION_KEY: one });
    const both = under({ ENCRYPTION_KEY: `${other},${one}` });
    deepEqual(both.fingerprints(), [...under({ ENCRYPTION_KEY: other }, 'another').fingerprints(), ...old.fingerprints()]);
    equal(both.keyOf(old.encrypt('secret', ''), ''), old.fingerprints()[0]);
    equal(old.keyOf(both.encrypt('secret', ''), ''), null);
    equal(
      both.fingerprints().every((fingerprint) => /^[0-9a-f]{16}$/.test(fingerprint)),
      true,
    );
  });
});
