import { hourMs, job } from '@signalbox/kit';
import { AuthorizationGrant } from '../credential/authorization-grant/authorization-grant.ts';

/** Deletes expired logins of the command line every hour; they are refused anyway. */
export const forgetGrantsJob = job({
  name: 'forget-authorization-grants',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) =>
    context.write(({ em, now }) => em.nativeDelete(AuthorizationGrant, { expiresAt: { $lte: now() } }).then(() => undefined)),
});
