import type { Opened, OpenParts } from '@signalbox/kit';
import { openGuardedFetch, type OutboundState } from '@signalbox/outbound';
import { internalIssuers } from '../base/settings.ts';
import { type MailState, openMailer } from '../base/mail/open-mailer.ts';
import { type CipherState, cipherOf } from '../base/cipher.ts';
import { type GrantLimits, openGrantLimits } from '../authorization/client/grant-limits.ts';
import { type LogInState, openLogInGuard } from '../credential/log-in/log-in-guard.ts';
import { type ExchangeState, openExchangeLog } from '../workload/exchange/exchange-log.ts';
import { type IssuerState, openIssuerKeys } from '../workload/exchange/issuer-keys.ts';
import { openOidcClients, type OidcState } from '../sign-on/oidc/oidc-clients.ts';
import { warnOfWeakPassword } from './warn-of-weak-password.ts';

type IdentityState = LogInState & MailState & CipherState & OidcState & OutboundState & IssuerState & ExchangeState & GrantLimits;

export async function openIdentity(parts: OpenParts): Promise<Opened<IdentityState>> {
  warnOfWeakPassword(parts);
  const mailer = await openMailer(parts);
  const shared = {
    cipher: cipherOf(parts.settings),
    outbound: openGuardedFetch({ hosts: parts.settings.get(internalIssuers), setting: internalIssuers.name, proxy: parts.settings }),
  };
  return {
    state: {
      ...openLogInGuard(parts),
      ...shared,
      ...openOidcClients(shared, parts.now),
      ...openIssuerKeys(shared, parts.now),
      ...openExchangeLog(parts),
      ...openGrantLimits(parts),
      mailer,
    },
    async close() {
      await mailer.close();
      await shared.outbound.close();
    },
  };
}
