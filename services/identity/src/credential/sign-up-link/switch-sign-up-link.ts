import { publicSignupTokenUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { isOpen, SignUpLink } from './sign-up-link.ts';

/** The link as events carry it. */
export function signUpLinkFact(link: SignUpLink, now: Date) {
  const { id, name, expiresAt } = link;
  return { id, name, enabled: isOpen(link, now), expiresAt: expiresAt.toISOString() };
}

/** Switches the link, or gives it another expiry, and says so where that changes anything. */
export function switchSignUpLink(context: Context, link: SignUpLink, change: { enabled?: boolean; expiresAt?: Date }): void {
  const enabled = change.enabled ?? link.enabled;
  const expiresAt = change.expiresAt ?? link.expiresAt;
  if (enabled === link.enabled && expiresAt.getTime() === link.expiresAt.getTime()) return;
  link.enabled = enabled;
  link.expiresAt = expiresAt;
  context.publish(publicSignupTokenUpdated, { data: signUpLinkFact(link, context.now()) });
}

/** Switches off what a user has made who may not let others in any longer. */
export async function closeSignUpLinks(context: Context, userId: number): Promise<void> {
  const links = await context.em.find(SignUpLink, { createdByUserId: userId, enabled: true }, { orderBy: { id: 'asc' } });
  for (const link of links) switchSignUpLink(context, link, { enabled: false });
}
