import { Failure, principalKey } from '@signalbox/contracts';
import { type OpenContext, slot, Turns } from '@signalbox/kit';

/** Plans are made one after the other: in parallel they would finish no sooner, and delay everything else for longer. */
const plansHere = slot(
  () =>
    new Turns({
      atOnce: 1,
      share: 1,
      perAuthor: 20,
      total: 200,
      refusal: (whose) =>
        new Failure('UnavailableError', `${whose === 'own' ? 'You have' : 'There are'} too many plans waiting. Try again shortly.`, {
          retryAfterSeconds: 2,
        }),
    }),
);

/** Makes a plan when it is the caller's turn. Throws 503 while the caller, or all callers together, have too many waiting. */
export const planInTurn = <T>(context: OpenContext, work: () => Promise<T>): Promise<T> =>
  context.slot(plansHere).take({ author: principalKey(context.actor), size: 1 }, work);
