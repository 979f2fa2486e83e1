// A process that asks what an application asks, again and again until it is told to end, and says how long it waited each time.

import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** What is asked, with which token. */
export interface Bystander {
  readonly url: string;
  readonly token: string;
}

/** Raised when it is told to end. */
const end = new AbortController();

async function run({ url, token }: Bystander): Promise<void> {
  const agent = new Agent();
  const waits: number[] = [];
  while (!end.signal.aborted) {
    const begun = performance.now();
    const { body } = await request(url, { dispatcher: agent, headers: { authorization: token } });
    await body.dump();
    waits.push(performance.now() - begun);
    await sleep(1);
  }
  await agent.destroy();
  process.send?.(waits, () => process.disconnect?.());
}

process.once('message', (bystander: Bystander) => {
  process.once('message', () => end.abort());
  void run(bystander);
});
