import { publicSignupTokenUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { isOpen, SignUpLink } from './sign-up-link.ts';

/** The link as in events. */
export function signUpLinkFact(link: SignUpLink, now: Date) {
  const { id, name, expiresAt } = link;
  return { id, name, enabled: isOpen(link, now), expiresAt: expiresAt.toISOString() };
}

/** Enables or disables the link, or changes its expiry. Emits the event if anything changes. */
export function switchSignUpLink(context: Context, link: SignUpLink, change: { enabled?: boolean; expiresAt?: Date }): void {
  const enabled = change.enabled ?? link.enabled;
  const expiresAt = change.expiresAt ?? link.expiresAt;
  if (enabled === link.enabled && expiresAt.getTime() === link.expiresAt.getTime()) return;
  link.enabled = enabled;
  link.expiresAt = expiresAt;
  context.publish(publicSignupTokenUpdated, { data: signUpLinkFact(link, context.now()) });
}

/** Disables the links of a user who may no longer invite others. */
export async function closeSignUpLinks(context: Context, userId: number): Promise<void> {
  const links = await context.em.find(SignUpLink, { createdByUserId: userId, enabled: true }, { orderBy: { id: 'asc' } });
  for (const link of links) switchSignUpLink(context, link, { enabled: false });
}
