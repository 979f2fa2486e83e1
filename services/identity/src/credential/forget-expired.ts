import { hourMs, job } from '@signalbox/kit';
import { KnownBrowser } from './log-in/known-browser.ts';
import { PasskeyChallenge } from './factor/passkey-challenge.ts';
import { LogIn, historyMs, maxLogIns } from './log-in/log-in-history.ts';
import { PendingLogIn } from './session/pending-log-in.ts';
import { ResetToken } from './link/reset-token.ts';
import { PersonalToken } from '../tables/token.ts';
import { Session } from './session/session.ts';

/** Deletes expired rows every hour. Expiry itself does not depend on it. */
export const forgetExpiredJob = job({
  name: 'forget-expired',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) =>
    context.write(async ({ em, now }) => {
      const at = now();
      const expired = { expiresAt: { $lte: at } };
      await em.nativeDelete(Session, expired);
      await em.nativeDelete(KnownBrowser, expired);
      await em.nativeDelete(PendingLogIn, expired);
      await em.nativeDelete(PasskeyChallenge, expired);
      await em.nativeDelete(ResetToken, expired);
      await em.nativeDelete(PersonalToken, { agent: { $ne: null }, ...expired });
      await em.nativeDelete(LogIn, { createdAt: { $lte: new Date(at.getTime() - historyMs) } });
      const [tooOld] = await em.find(LogIn, {}, { orderBy: { id: 'desc' }, offset: maxLogIns, limit: 1 });
      if (tooOld) await em.nativeDelete(LogIn, { id: { $lte: tooOld.id } });
    }),
});
