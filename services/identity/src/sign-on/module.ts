// Login through identity providers, and its settings.

export { forgetUsedAssertionsJob } from './forget-used-assertions.ts';
export { listLogInWaysRoute } from './entry/list-log-in-ways.ts';
export { logOutOfOidcRoute } from './log-out/log-out-of-oidc.ts';
export { loggedOutOfSamlRoute, logOutOfSamlRoute } from './log-out/log-out-of-saml.ts';
export { checkOidcRoute } from './oidc/check-oidc.ts';
export { finishOidcRoute } from './oidc/finish-oidc.ts';
export { startOidcRoute } from './oidc/start-oidc.ts';
export { checkSamlRoute } from './saml/check-saml.ts';
export { openSamlSessionRoute } from './saml/open-saml-session.ts';
export { receiveAssertionRoute } from './saml/receive-assertion.ts';
export { startSamlRoute } from './saml/start-saml.ts';
export { getOidcSettingsRoute, setOidcSettingsRoute } from './setting/oidc-settings.ts';
export { getSamlSettingsRoute, setSamlSettingsRoute } from './setting/saml-settings.ts';
export { getSimpleSettingsRoute, setSimpleSettingsRoute } from './setting/simple-settings.ts';
