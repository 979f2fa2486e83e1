import { Refused } from './refusal.ts';
import type { AnswerOf, Asked } from './request.ts';

type Options = AnswerOf<'POST /auth/passkey/login/options'>;
type Assertion = NonNullable<Asked<'POST /auth/passkey/login'>['body']>['response'];
type Registration = NonNullable<Asked<'POST /api/admin/user/factors/passkeys'>['body']>['response'];

/** Whether this browser has passkeys, which it has on pages that came by HTTPS or from this machine. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Has the browser prove by a passkey who is there. Null where the person has turned away. */
export async function provePasskey(options: Options): Promise<Assertion | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return answerOf<Assertion>(navigator.credentials.get({ publicKey }));
}

/** Has the browser make a passkey. Null where the person has turned away. */
export async function makePasskey(options: Options): Promise<Registration | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return answerOf<Registration>(navigator.credentials.create({ publicKey }));
}

/** Browsers tell who turned away from who has no key by nothing, on purpose. What else they refuse is said as refusals of the server are. */
async function answerOf<T>(asked: Promise<Credential | null>): Promise<T | null> {
  try {
    const credential = await asked;
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as T) : null;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotAllowedError') return null;
    throw new Refused(0, { name: error.name, message: error.message });
  }
}
