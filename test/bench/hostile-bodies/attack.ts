// A process that sends one hostile body over and over, a hundred at a time, until it is told to end.

import { Agent, type Dispatcher, request } from 'undici';
import { hostileBodies } from './bodies.ts';

/** What to send, where, as whom. */
export interface Attack {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parallel: number;
}

/** How often it was answered with which status; 0 where the connection was cut off. */
export type Statuses = Readonly<Record<number, number>>;

const cutOff = 0;
const statuses: Record<number, number> = {};
/** Raised when it is told to end. */
const end = new AbortController();

async function send(answer: () => Promise<Dispatcher.ResponseData>): Promise<void> {
  while (!end.signal.aborted) {
    const status = await answer().then(
      async (answer) => (await answer.body.dump(), answer.statusCode),
      () => cutOff,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

async function run({ url, body, headers, parallel }: Attack): Promise<void> {
  const hostile = hostileBodies[body]?.();
  if (!hostile) throw new Error(`there is no body that is ${body}`);
  const agent = new Agent({ connections: parallel });
  const options = { dispatcher: agent, method: 'POST', body: hostile.bytes, headers: { ...hostile.headers, ...headers } } as const;
  await Promise.all(Array.from({ length: parallel }, () => send(() => request(url, options))));
  await agent.destroy();
  process.send?.(statuses, () => process.disconnect?.());
}

process.once('message', (attack: Attack) => {
  process.once('message', () => end.abort());
  void run(attack);
});
