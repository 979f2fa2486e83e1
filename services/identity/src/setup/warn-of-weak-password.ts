import type { OpenParts } from '@signalbox/kit';
import { initAdminPassword } from '../base/settings.ts';
import { weaknessesOf } from '../credential/password/password-rules.ts';

/** A password that is given is taken as it is, so that a start never fails over it; who gives a weak one hears of it. */
export function warnOfWeakPassword({ settings, warn }: Pick<OpenParts, 'settings' | 'warn'>): void {
  const password = settings.get(initAdminPassword);
  const weaknesses = password === null ? [] : weaknessesOf(password);
  if (weaknesses.length > 0) warn(`INIT_ADMIN_PASSWORD is weak: ${weaknesses.join(', ')}. Choose a stronger one after logging in.`);
}
