import type { Opened, OpenParts } from '@signalbox/kit';
import { type MailState, openMailer } from '../base/mail/open-mailer.ts';
import { type CipherState, openCipher } from '../base/encryption/cipher.ts';
import { type LogInState, openLogInGuard } from '../credential/log-in/log-in-guard.ts';
import { warnOfWeakPassword } from './warn-of-weak-password.ts';

export async function openIdentity(parts: OpenParts): Promise<Opened<LogInState & MailState & CipherState>> {
  warnOfWeakPassword(parts);
  const mailer = openMailer(parts);
  return { state: { ...openLogInGuard(parts), ...openCipher(parts), mailer }, close: () => mailer.close() };
}
