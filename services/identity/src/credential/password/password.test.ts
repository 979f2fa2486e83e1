import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import type { Failure } from '@signalbox/contracts';
import { hashSync } from 'bcryptjs';
import * as passwords from './password.ts';

const { newPassword } = passwords;
const sender = { clientAddress: '192.0.2.1' };
const hashPassword = (password: string) => passwords.hashPassword(password, sender);
const isPassword = (password: string, hash: string | null, from = sender) => passwords.isPassword(password, hash, from);
/** Test vector of the argon2 reference implementation, with a lower cost than this service uses. */
const inexpensive = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

describe('password hashing', () => {
  it('uses argon2id with a salt, and stores the cost in the hash', async () => {
    const hash = await hashPassword('secret');
    match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    notEqual(hash, await hashPassword('secret'));
  });

  it('accepts only the right password', async () => {
    const hash = await hashPassword('secret');
    ok(await isPassword('secret', hash));
    equal(await isPassword('Secret', hash), false);
    equal(await isPassword('', hash), false);
  });

  it('verifies hashes with an older cost', async () => {
    ok(await isPassword('password', inexpensive));
    equal(await isPassword('passwort', inexpensive), false);
  });

  it('accepts no password if there is no hash', async () => {
    equal(await isPassword('', null), false);
  });

  it('leaves threads of the pool to the disk while many passwords are hashed', async () => {
    const ended: string[] = [];
    const hashes = Array.from({ length: 12 }, () => hashPassword('secret').then(() => ended.push('hash')));
    const read = stat(import.meta.filename).then(() => ended.push('read'));
    await Promise.all([...hashes, read]);
    ok(ended.indexOf('read') < 6, ended.join());
  });

  it('verifies imported hashes on other threads, at most two at once', async () => {
    const hash = hashSync('secret', 4);
    let running = 0;
    let max = 0;
    const note = (worker: Worker) => {
      max = Math.max(max, (running += 1));
      worker.once('message', () => (running -= 1));
    };
    process.on('worker', note);
    const given = ['secret', 'Secret', 'secret', 'wrong', 'secret'];
    deepEqual(await Promise.all(given.map((password) => isPassword(password, hash))), [true, false, true, false, true]);
    process.off('worker', note);
    equal(max, 2);
  });

  it('refuses an address with 50 waiting checks, and lets other addresses go first', async () => {
    const ended: string[] = [];
    const many = Array.from({ length: 60 }, () => isPassword('wrong', inexpensive).finally(() => ended.push('own')));
    const refused = Promise.allSettled(many).then((all) =>
      all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Failure] : [])),
    );
    const other = isPassword('password', inexpensive, { clientAddress: '192.0.2.2' }).then(() => ended.push('other'));
    equal((await refused).length, 60 - 2 - 50);
    for (const { name, retryAfterSeconds } of await refused) deepEqual([name, retryAfterSeconds], ['RateLimitError', 5]);
    await other;
    ok(ended.indexOf('other') < 30, ended.join());
  });

  it('generates passwords that are long, typeable and different each time', () => {
    match(newPassword(), /^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/);
    notEqual(newPassword(), newPassword());
  });
});
