import { Refused } from './refusal.ts';
import type { AnswerOf, InputOf } from './ask.ts';

type Options = AnswerOf<'POST /auth/passkey/login/options'>;
type Assertion = NonNullable<InputOf<'POST /auth/passkey/login'>['body']>['response'];
type Registration = NonNullable<InputOf<'POST /api/admin/user/factors/passkeys'>['body']>['response'];

/** Whether the browser supports passkeys here: pages need HTTPS or localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks the browser for a passkey assertion. Null if the user cancelled. */
export async function provePasskey(options: Options): Promise<Assertion | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return answerOf<Assertion>(navigator.credentials.get({ publicKey }));
}

/** Asks the browser to create a passkey. Null if the user cancelled. */
export async function makePasskey(options: Options): Promise<Registration | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return answerOf<Registration>(navigator.credentials.create({ publicKey }));
}

/** Browsers deliberately do not distinguish cancellation from a missing key. Other errors become `Refused`. */
async function answerOf<T>(pending: Promise<Credential | null>): Promise<T | null> {
  try {
    const credential = await pending;
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as T) : null;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === 'NotAllowedError') return null;
    if (error.name === 'SecurityError')
      throw new Refused(0, {
        name: error.name,
        message: 'Passkeys only work at the public address of Signalbox, the setting BASE_URL. Open the console there.',
      });
    throw new Refused(0, { name: error.name, message: error.message });
  }
}
