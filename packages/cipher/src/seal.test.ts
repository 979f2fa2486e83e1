import { equal, match, throws } from 'node:assert/strict';
import { sealOf } from './seal.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const sealWith = (...encryptionKeys: string[]) => sealOf('relay', { encryptionKeys, internalSecrets: [], dataDir: '' }, 'saved state');

describe('a seal', () => {
  it('encrypts texts of files with the first key, and opens them with every key', () => {
    const encrypted = sealWith(first).seal('{"name":"cart"}\n');
    match(encrypted, /^sealed:[\w-]+$/);
    equal(sealWith(second, first).open(encrypted), '{"name":"cart"}\n');
  });

  it('changes nothing without a key, and opens texts from before there was one', () => {
    const text = sealWith().seal('{"name":"cart"}');
    equal(text, '{"name":"cart"}');
    equal(sealWith(first).open(text), text);
  });

  it('refuses texts that no key decrypts', () => {
    const encrypted = sealWith(first).seal('secret');
    throws(() => sealWith(second).open(encrypted), /no key of ENCRYPTION_KEY decrypts the saved state/);
    throws(() => sealWith().open(encrypted), /the saved state is sealed: set ENCRYPTION_KEY/);
  });
});
