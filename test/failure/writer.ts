import type { Answer, Client } from '@signalbox/testing';

/** What a writer writes, and until when. */
export interface Writing {
  readonly project: string;
  /** Its features are called after it. */
  readonly prefix: string;
  readonly stop: AbortSignal;
  /** Gives up what is not acknowledged yet. */
  readonly closing: AbortSignal;
  /** Told of each answer, null where none came. */
  readonly answered?: (status: number | null) => void;
}

const retryMs = 50;
const giveUpMs = 240_000;
/** What is asked for again, beside what failed: whoever was asked may not know of the caller yet. */
const notYet: readonly number[] = [401, 425];

/** Creates one feature after the other, each under a key of its own, repeated until it is acknowledged. Resolves to their names. */
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

/** Sends a write again and again until it succeeds. Rejects where it is refused for good, or for too long. */
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
