import type { Answer, Client } from '@signalbox/testing';

export interface Writing {
  readonly project: string;
  /** Prefix of its features' names. */
  readonly prefix: string;
  readonly stop: AbortSignal;
  /** Abandons unacknowledged requests. */
  readonly closing: AbortSignal;
  /** Called with each response, or null if there was none. */
  readonly answered?: (status: number | null) => void;
}

const retryMs = 50;
const giveUpMs = 240_000;
/** Statuses to retry in addition to failures: the process may not have the caller's latest state yet. */
const notYet: readonly number[] = [401, 425];

/** Creates features one after the other, each with its own key, repeated until acknowledged. Resolves with their names. */
export async function writeUntil(client: Client, writing: Writing): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!writing.stop.aborted) {
    const name = `${writing.prefix}-${acknowledged.length}`;
    const headers = { 'idempotency-key': name };
    await untilAcknowledged(name, () => client.post(`/api/admin/projects/${writing.project}/features`, { name }, { headers }), writing);
    acknowledged.push(name);
  }
  return acknowledged;
}

/** Repeats a write until it succeeds. Rejects if it is finally refused, or does not succeed in time. */
export async function untilAcknowledged(
  what: string,
  send: () => Promise<Answer>,
  { closing, answered }: Pick<Writing, 'closing' | 'answered'>,
): Promise<Answer> {
  const end = Date.now() + giveUpMs;
  for (;;) {
    const answer = await send().catch(() => null);
    answered?.(answer?.status ?? null);
    if (answer && answer.status < 300) return answer;
    if (answer && answer.status < 500 && !notYet.includes(answer.status))
      throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (closing.aborted || Date.now() > end) throw new Error(`${what} was not acknowledged: ${answer?.status}`);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
