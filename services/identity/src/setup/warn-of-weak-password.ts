import type { OpenParts } from '@signalbox/kit';
import { initAdminPassword } from '../base/settings.ts';
import { weaknessesOf } from '../credential/password/password-rules.ts';

/** A configured password is accepted even if it is weak, so that the start never fails because of it; a warning reports it. */
export function warnOfWeakPassword({ settings, warn }: Pick<OpenParts, 'settings' | 'warn'>): void {
  const password = settings.get(initAdminPassword);
  const weaknesses = password === null ? [] : weaknessesOf(password);
  if (weaknesses.length > 0) warn(`INIT_ADMIN_PASSWORD is weak: ${weaknesses.join(', ')}. Choose a stronger one after logging in.`);
}
