import { equal } from 'node:assert/strict';
import { isApiSecret, isPersonalSecret } from './credential.ts';
import { hashSecret } from './hash-secret.ts';

describe('hashSecret', () => {
  it('returns SHA-256 in lower-case hexadecimal (FIPS 180-2, appendix B.1)', () => {
    equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the format of a secret', () => {
  const v2 = `v2_${'aB'.repeat(11)}_${'x-_'.repeat(14)}y`;

  it('is that of an API token in the formats of this server and of the reference system', () => {
    for (const secret of [`*:*.${'0a'.repeat(28)}`, `default:prod.eu.${'0a'.repeat(32)}`, `[]:development.${v2}`]) {
      equal(isApiSecret(secret), true, secret);
      equal(isPersonalSecret(secret), false, secret);
    }
    for (const secret of [`*:*.${'0a'.repeat(27)}`, `default.${v2}`, `default:development.${v2}y`, `default:development.v2_x_y`])
      equal(isApiSecret(secret), false, secret);
  });

  it('is that of a personal token in both formats', () => {
    for (const secret of [`user:${'0a'.repeat(28)}`, `user:${v2}`]) equal(isPersonalSecret(secret), true, secret);
    equal(isPersonalSecret(`user:development.${v2}`), false);
  });
});
