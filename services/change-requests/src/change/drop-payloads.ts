import { dayMs, hourMs, job, type OpenContext } from '@signalbox/kit';
import { ChangeRequest } from '../request/change-request.ts';
import { ChangeTouch } from '../request/change-touch.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { changeRequestPayloadDays } from '../base/settings.ts';
import { forgetBudgets } from './proposal-budget.ts';

const requestsPerStep = 100;

export const forgetProposals = job({
  name: 'forget-proposals',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  async run(context) {
    await dropPayloads(context);
    await forgetBudgets(context);
  },
});

/**
 * Drops the payloads of cancelled and rejected requests some days after they were closed. Applied requests keep theirs as a
 * record of the approved content.
 */
async function dropPayloads(context: OpenContext): Promise<void> {
  const days = context.settings.get(changeRequestPayloadDays);
  if (days === null) return;
  const before = new Date(context.now().getTime() - days * dayMs);
  for (let after = 0; ; ) {
    const requests = await context.em.find(
      ChangeRequest,
      { state: { $in: ['Cancelled', 'Rejected'] }, payloadsDropped: false, createdAt: { $lt: before }, id: { $gt: after } },
      { orderBy: { id: 'asc' }, limit: requestsPerStep },
    );
    const ids = requests.filter(({ state, stateTimestamps }) => (stateTimestamps[state] ?? '') < before.toISOString()).map(({ id }) => id);
    if (ids.length > 0) await drop(context, ids);
    const last = requests.at(-1);
    if (!last || requests.length < requestsPerStep) return;
    after = last.id;
  }
}

const drop = (context: OpenContext, ids: readonly number[]): Promise<void> =>
  context.write(async ({ em }) => {
    const ofThese = { requestId: { $in: [...ids] } };
    await em.nativeUpdate(ProposedChange, ofThese, { payload: null, snapshot: null });
    await em.nativeDelete(ChangeTouch, ofThese);
    await em.nativeUpdate(ChangeRequest, { id: { $in: [...ids] } }, { payloadsDropped: true });
  });
