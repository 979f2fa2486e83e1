import { hourMs, job } from '@signalbox/kit';
import { UsedAssertion } from '../tables/session.ts';

/** Deletes rows of expired assertions, which are refused anyway. */
export const forgetUsedAssertionsJob = job({
  name: 'forget-used-assertions',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => context.write(async ({ em, now }) => void (await em.nativeDelete(UsedAssertion, { expiresAt: { $lte: now() } }))),
});
