import { hourMs, job } from '@signalbox/kit';
import { AuthorizationGrant } from '../tables/authorization-grant.ts';
import { PersonalToken } from '../tables/token.ts';

/** Deletes expired grants, and logins that can no longer be renewed, every hour; both are refused anyway. */
export const forgetGrantsJob = job({
  name: 'forget-authorization-grants',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) =>
    context.write(async ({ em, now }) => {
      const at = now();
      await em.nativeDelete(AuthorizationGrant, { expiresAt: { $lte: at } });
      await em.nativeDelete(PersonalToken, { renewableUntil: { $lte: at } });
    }),
});
