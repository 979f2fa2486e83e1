import { Failure } from '@signalbox/contracts';
import type { EntityManager, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import type { OidcSettings } from '../../tables/sign-on-setting.ts';

/** Returns the OpenID Connect settings; throws 404 unless enabled. */
export async function findOidc(em: EntityManager): Promise<OidcSettings> {
  const settings = await readSignOn(em, 'unleash.enterprise.auth.oidc');
  if (!settings?.enabled) throw new Failure('NotFoundError', 'OpenID Connect login is not enabled.');
  return settings;
}

/** The redirect URI to register with providers. */
export const redirectUri = (settings: Settings): string => linkTo(settings, '/auth/oidc/callback');
