import { Failure, principalKey } from '@signalbox/contracts';
import { beginningOf, type Context, hourMs, type OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { tablesOf } from '../tables/tables.ts';
import { payloadBytesOf } from '../request/proposed-change.ts';
import { changeRequestHourlyBytes, changeRequestHourlyProposals } from '../base/settings.ts';

/**
 * Counts a proposal of the caller in a separate transaction, because rejected attempts cost a dry run too. Throws 429 above
 * the hourly limits of the author.
 */
export const countProposal = (context: OpenContext, changes: readonly { readonly payload?: unknown }[]): Promise<void> =>
  context.write((unit) => spend(unit, payloadBytesOf(changes)));

async function spend(context: Context, bytes: number): Promise<void> {
  const { em, actor, now, settings } = context;
  const author = principalKey(actor);
  const hourAt = beginningOf(hourMs, now().getTime());
  const rule = { key: ['author', 'hour_at'], merge: { proposals: 'add', bytes: 'add' } } as const;
  await mergeRows(em, 'proposal_budget', rule, [{ author, hour_at: hourAt, proposals: 1, bytes }]);
  const spent = await tablesOf(em)
    .selectFrom('proposal_budget')
    .where('author', '=', author)
    .where('hour_at', '=', hourAt)
    .select(['proposals', 'bytes'])
    .executeTakeFirstOrThrow();
  const retryAfterSeconds = Math.ceil((hourAt + hourMs - now().getTime()) / 1000);
  refuseBeyond(Number(spent.proposals), settings.get(changeRequestHourlyProposals), { unit: 'proposals', retryAfterSeconds });
  refuseBeyond(Number(spent.bytes), settings.get(changeRequestHourlyBytes), { unit: 'bytes of payload', retryAfterSeconds });
}

function refuseBeyond(spent: number, limit: number, { unit, retryAfterSeconds }: { unit: string; retryAfterSeconds: number }): void {
  if (spent <= limit) return;
  const message = `You can send at most ${limit} ${unit} per hour. Try again in ${retryAfterSeconds} s.`;
  throw new Failure('RateLimitError', message, { retryAfterSeconds });
}

/** Deletes the counts of past hours. */
export async function forgetBudgets(context: OpenContext): Promise<void> {
  const before = beginningOf(hourMs, context.now().getTime());
  await context.write(async ({ em }) => void (await tablesOf(em).deleteFrom('proposal_budget').where('hour_at', '<', before).execute()));
}
