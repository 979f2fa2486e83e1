import { Failure } from '@signalbox/contracts';
import type { EntityManager, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting/sign-on-setting.ts';
import type { OidcSettings } from '../../tables/sign-on-setting.ts';

/** The settings of OpenID Connect where it is enabled; else a 404. */
export async function findOidc(em: EntityManager): Promise<OidcSettings> {
  const settings = await readSignOn(em, 'unleash.enterprise.auth.oidc');
  if (!settings?.enabled) throw new Failure('NotFoundError', 'OpenID Connect log-in is not enabled.');
  return settings;
}

/** Where providers send browsers back to: what administrators register there. */
export const redirectUri = (settings: Settings): string => linkTo(settings, '/auth/oidc/callback');
