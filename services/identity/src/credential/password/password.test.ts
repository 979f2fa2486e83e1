import { equal, match, notEqual, ok } from 'node:assert/strict';
import { hashPassword, isPassword, newPassword } from './password.ts';

describe('password', () => {
  it('is stored as argon2id with the cost beside it, salted', async () => {
    const hash = await hashPassword('secret');
    match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    notEqual(hash, await hashPassword('secret'));
  });

  it('is recognised, and no other one is', async () => {
    const hash = await hashPassword('secret');
    ok(await isPassword('secret', hash));
    equal(await isPassword('Secret', hash), false);
    equal(await isPassword('', hash), false);
  });

  it('is recognised under the cost of its time', async () => {
    // Vector of the argon2 reference implementation: cheaper than what this service writes.
    const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    ok(await isPassword('password', hash));
    equal(await isPassword('passwort', hash), false);
  });

  it('is never right where there is none', async () => {
    equal(await isPassword('', null), false);
  });

  it('is made up long, typeable and different each time', () => {
    match(newPassword(), /^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/);
    notEqual(newPassword(), newPassword());
  });
});
