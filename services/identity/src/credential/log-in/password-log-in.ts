import { Failure } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { forcePasswordLogin } from '../../base/settings.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';

/** Throws 422 if an administrator has disabled password logins. FORCE_PASSWORD_LOGIN re-enables them. */
export async function refuseDisabledPasswords({ em, settings }: Pick<ReadContext, 'em' | 'settings'>): Promise<void> {
  if (settings.get(forcePasswordLogin)) return;
  const simple = await readSignOn(em, 'unleash.auth.simple');
  if (simple?.disabled) throw new Failure('DisabledError', 'Password login is disabled. Use single sign-on.');
}
