import type { Opened, OpenParts } from '@signalbox/kit';
import { openGuardedFetch, type OutboundState } from '../base/outbound/guarded-fetch.ts';
import { internalIssuers } from '../base/settings.ts';
import { type MailState, openMailer } from '../base/mail/open-mailer.ts';
import { type CipherState, openCipher } from '../base/encryption/cipher.ts';
import { type LogInState, openLogInGuard } from '../credential/log-in/log-in-guard.ts';
import { openOidcClients, type OidcState } from '../sign-on/oidc/oidc-clients.ts';
import { warnOfWeakPassword } from './warn-of-weak-password.ts';

export async function openIdentity(parts: OpenParts): Promise<Opened<LogInState & MailState & CipherState & OidcState & OutboundState>> {
  warnOfWeakPassword(parts);
  const mailer = openMailer(parts);
  const shared = { ...openCipher(parts), outbound: openGuardedFetch(parts.settings.get(internalIssuers)) };
  return {
    state: { ...openLogInGuard(parts), ...shared, ...openOidcClients(shared, parts.now), mailer },
    async close() {
      await mailer.close();
      await shared.outbound.close();
    },
  };
}
