import type { Client } from '@signalbox/testing';

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
const giveUpMs = 110_000;
/** What is asked for again, beside what failed: whoever was asked may not know of the caller yet. */
const notYet: readonly number[] = [401, 425];

/** Creates one feature after the other, each under a key of its own, repeated until it is acknowledged. Resolves to their names. */
export async function writeUntil(client: Client, writing: Writing): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!writing.stop.aborted) {
    const name = `${writing.prefix}-${acknowledged.length}`;
    await untilAcknowledged(client, name, writing);
    acknowledged.push(name);
  }
  return acknowledged;
}

async function untilAcknowledged(client: Client, name: string, { project, closing, answered }: Writing): Promise<void> {
  const end = Date.now() + giveUpMs;
  for (;;) {
    const headers = { 'idempotency-key': name };
    const answer = await client.post(`/api/admin/projects/${project}/features`, { name }, { headers }).catch(() => null);
    answered?.(answer?.status ?? null);
    if (answer?.status === 201) return;
    if (answer && answer.status < 500 && !notYet.includes(answer.status))
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (closing.aborted || Date.now() > end) throw new Error(`${name} was not acknowledged: ${answer?.status}`);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
