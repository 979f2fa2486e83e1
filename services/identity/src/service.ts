import { combine, service } from '@signalbox/kit';
import type { OutboundState } from '@signalbox/outbound';
import * as access from './access/module.ts';
import { privateSigningKeys } from './access/state/signing-key.ts';
import * as account from './account/module.ts';
import type { MailState } from './base/mail/open-mailer.ts';
import type { CipherState } from './base/cipher.ts';
import type { GrantLimits } from './authorization/client/grant-limits.ts';
import * as agent from './agent/module.ts';
import * as authorization from './authorization/module.ts';
import * as base from './base/module.ts';
import { logInsMetric, type LogInState } from './credential/log-in/log-in-guard.ts';
import { totpSecrets } from './credential/factor/totp-factor.ts';
import * as credential from './credential/module.ts';
import { onTokensSeen } from './credential/token/on-tokens-seen.ts';
import * as membership from './membership/module.ts';
import * as migration from './migration/module.ts';
import * as notification from './notification/module.ts';
import * as provisioning from './provisioning/module.ts';
import * as reaction from './reaction/module.ts';
import * as secondFactor from './second-factor/module.ts';
import { prepare } from './setup/first-start.ts';
import { openIdentity } from './setup/open-identity.ts';
import * as signOn from './sign-on/module.ts';
import { signOnSecrets } from './sign-on/setting/sign-on-secrets.ts';
import type { OidcState } from './sign-on/oidc/oidc-clients.ts';
import { identitySurface } from './surface.ts';
import { tables } from './tables/tables.ts';
import { type ExchangeState, exchangesMetric } from './workload/exchange/exchange-log.ts';
import type { IssuerState } from './workload/exchange/issuer-keys.ts';
import * as workload from './workload/module.ts';

/** The modules are in order of dependency; each imports only from those above. */
export const identity = service({
  surface: identitySurface,
  entities: tables.map(({ entity }) => entity),
  ...combine<LogInState & MailState & CipherState & OidcState & OutboundState & IssuerState & ExchangeState & GrantLimits>([
    base,
    access,
    credential,
    membership,
    account,
    secondFactor,
    signOn,
    provisioning,
    workload,
    agent,
    authorization,
    migration,
    notification,
    reaction,
  ]),
  counts: [onTokensSeen],
  metrics: [logInsMetric, exchangesMetric],
  prepare,
  encrypted: [totpSecrets, privateSigningKeys, signOnSecrets],
  open: openIdentity,
});
