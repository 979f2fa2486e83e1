import { hourMs, job } from '@signalbox/kit';
import { Session } from './session.ts';

/** Expired sessions count for nothing; their rows go every hour. */
export const forgetSessionsJob = job({
  name: 'forget-sessions',
  everyMs: hourMs,
  oneAtATime: true,
  run: async (context) => {
    await context.write(({ em, now }) => em.nativeDelete(Session, { expiresAt: { $lte: now() } }));
  },
});
