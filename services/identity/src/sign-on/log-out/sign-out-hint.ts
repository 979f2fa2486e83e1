import { Failure } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { Cipher } from '../../base/cipher.ts';
import { signOutPurpose } from '../../credential/session/session.ts';
import type { SignOn } from '../../tables/session.ts';

export const hintQuery = Type.Object({
  hint: Type.String({ maxLength: 4000, description: 'The hint from the redirect of POST /logout.' }),
});

/** Decrypts the hint from the log-out. Throws 401 for any other text. */
export function readHint(cipher: Cipher, hint: string): SignOn {
  try {
    return JSON.parse(cipher.decrypt(hint, signOutPurpose)) as SignOn;
  } catch (cause) {
    throw new Failure('AuthenticationRequired', 'Log out with POST /logout first.', { cause });
  }
}
