import { Failure } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { forcePasswordLogin } from '../../base/settings.ts';
import { readSignOn } from '../../base/sign-on-setting/sign-on-setting.ts';

/** 422 where an administrator has disabled logging in with passwords. FORCE_PASSWORD_LOGIN is the way back. */
export async function refuseDisabledPasswords({ em, settings }: Pick<ReadContext, 'em' | 'settings'>): Promise<void> {
  if (settings.get(forcePasswordLogin)) return;
  const simple = await readSignOn(em, 'unleash.auth.simple');
  if (simple?.disabled) throw new Failure('DisabledError', 'Password log-in is disabled. Use single sign-on.');
}
