import type { Opened, OpenParts } from '@signalbox/kit';
import { type LogInState, openLogInGuard } from '../credential/session/log-in-guard.ts';
import { warnOfWeakPassword } from './warn-of-weak-password.ts';

export async function openIdentity(parts: OpenParts): Promise<Opened<LogInState>> {
  warnOfWeakPassword(parts);
  return { state: { guard: openLogInGuard(parts) } };
}
