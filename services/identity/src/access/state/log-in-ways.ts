import type { LogInWays } from '@signalbox/contracts';
import type { EntityManager, Settings } from '@signalbox/kit';
import { forcePasswordLogin } from '../../base/settings.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';

/** Available ways to log in; undefined if passwords are the only way. FORCE_PASSWORD_LOGIN always offers passwords. */
export async function readLogInWays(em: EntityManager, settings: Settings): Promise<LogInWays | undefined> {
  const [saml, oidc, simple] = await Promise.all([
    readSignOn(em, 'unleash.enterprise.auth.saml'),
    readSignOn(em, 'unleash.enterprise.auth.oidc'),
    readSignOn(em, 'unleash.auth.simple'),
  ]);
  const options = [
    ...(saml?.enabled ? [{ type: 'saml', message: 'Log in with SAML 2.0', path: '/auth/saml/login' }] : []),
    ...(oidc?.enabled ? [{ type: 'oidc', message: 'Log in with OpenID Connect', path: '/auth/oidc/login' }] : []),
  ];
  const passwordHidden = simple?.disabled === true && !settings.get(forcePasswordLogin);
  return options.length > 0 || passwordHidden ? { options, passwordHidden } : undefined;
}
