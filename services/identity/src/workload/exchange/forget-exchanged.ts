import { hourMs, job } from '@signalbox/kit';
import { PersonalToken } from '../../tables/token.ts';
import { UsedSubjectToken } from '../../tables/workload.ts';
import { WorkloadIdentity } from '../identity/workload-identity.ts';

/** Deletes expired rows every hour; expired tokens are refused anyway. */
export const forgetExchangedJob = job({
  name: 'forget-exchanged-tokens',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) =>
    context.write(async ({ em, now }) => {
      const expired = { expiresAt: { $lte: now() } };
      await em.nativeDelete(UsedSubjectToken, expired);
      const owners = (await em.find(WorkloadIdentity, {})).map(({ userId }) => userId);
      await em.nativeDelete(PersonalToken, { ...expired, userId: { $in: owners } });
    }),
});
