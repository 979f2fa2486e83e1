import { module } from '@signalbox/kit';
import type { OutboundState } from '@signalbox/outbound';
import type { CipherState } from '../base/cipher.ts';
import { forgetUsedAssertionsJob } from './forget-used-assertions.ts';
import type { MailState } from '../base/mail/open-mailer.ts';
import { listLogInWaysRoute } from './entry/list-log-in-ways.ts';
import { logOutOfOidcRoute } from './log-out/log-out-of-oidc.ts';
import { loggedOutOfSamlRoute, logOutOfSamlRoute } from './log-out/log-out-of-saml.ts';
import { finishOidcRoute } from './oidc/finish-oidc.ts';
import type { OidcState } from './oidc/oidc-clients.ts';
import { startOidcRoute } from './oidc/start-oidc.ts';
import { openSamlSessionRoute } from './saml/open-saml-session.ts';
import { receiveAssertionRoute } from './saml/receive-assertion.ts';
import { startSamlRoute } from './saml/start-saml.ts';
import { getOidcSettingsRoute, setOidcSettingsRoute } from './setting/oidc-settings.ts';
import { getSamlSettingsRoute, setSamlSettingsRoute } from './setting/saml-settings.ts';
import { getSimpleSettingsRoute, setSimpleSettingsRoute } from './setting/simple-settings.ts';

/** Login through identity providers, and its settings. */
export const signOn = module<CipherState & MailState & OidcState & OutboundState>({
  routes: [
    listLogInWaysRoute,
    getSamlSettingsRoute,
    setSamlSettingsRoute,
    getOidcSettingsRoute,
    setOidcSettingsRoute,
    getSimpleSettingsRoute,
    setSimpleSettingsRoute,
    startSamlRoute,
    receiveAssertionRoute,
    openSamlSessionRoute,
    startOidcRoute,
    finishOidcRoute,
    logOutOfSamlRoute,
    loggedOutOfSamlRoute,
    logOutOfOidcRoute,
  ],
  jobs: [forgetUsedAssertionsJob],
});
