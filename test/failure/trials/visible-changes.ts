import type { Answer, Client } from '@signalbox/testing';
import { openProductOn } from '../product-on.fixture.ts';
import { adminFeatures, clientFeatures, few, inScene } from '../scene.ts';
import { atLeast, type Figure, none, pause, percentile, type Trial, within } from '../trial.ts';

const apart = { p99Ms: 1000 };
const together = { p99Ms: 50 };

/** Time from the response to a change until applications have it, distributed and standalone. */
export const visibleChanges: Trial = {
  number: 11,
  title: 'delay of changes on their way to applications',
  run: async (run) => {
    const several = await inScene(run, few, async ({ admin, applications }) =>
      follow('several processes', run.amounts.changes, { admin, readers: applications, p99Ms: apart.p99Ms }),
    );
    const product = await openProductOn({});
    try {
      return [
        ...several,
        ...(await follow('one process', run.amounts.changes, {
          admin: product.admin,
          readers: [product.application],
          p99Ms: together.p99Ms,
        })),
      ];
    } finally {
      await product.close();
    }
  },
};

interface Way {
  readonly admin: Client;
  readonly readers: readonly Client[];
  readonly p99Ms: number;
}

/** Switches a feature on and off and reads it from each reader at that revision. Another request detects revisions that go back. */
async function follow(title: string, changes: number, { admin, readers, p99Ms }: Way): Promise<Figure[]> {
  await admin.post(adminFeatures, { name: 'seen' });
  const backwards: string[] = [];
  const stopping = new AbortController();
  const watching = Promise.all(readers.map((reader) => watch(reader, backwards, stopping.signal)));
  const timesMs: number[] = [];
  const wrong: string[] = [];
  for (let index = 0; index < changes; index += 1) {
    const isOn = index % 2 === 0;
    const { status, headers } = await admin.post(`${adminFeatures}/seen/environments/development/${isOn ? 'on' : 'off'}`);
    if (status >= 300) throw new Error(`change ${index} was answered ${status}`);
    const begun = performance.now();
    await Promise.all(
      readers.map(async (reader) => {
        const answer = await untilReached(reader, String(headers['x-revision']));
        timesMs.push(performance.now() - begun);
        if (stateOf(answer) !== isOn) wrong.push(`change ${index} is answered ${answer.status} and shown as ${stateOf(answer)}`);
      }),
    );
  }
  stopping.abort();
  await watching;
  return [
    atLeast(`${title}: changes that arrived`, changes * readers.length, timesMs.length - wrong.length),
    within(`${title}: p99 until a change arrives`, p99Ms, percentile(timesMs, 0.99)),
    none(`${title}: revisions that decreased`, backwards),
  ];
}

const limitMs = 10_000;

/** A reader waits for a revision as long as a request may, then returns 425. */
async function untilReached(reader: Client, revision: string): Promise<Answer> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await reader.get(clientFeatures, { headers: { 'if-min-revision': revision } });
    if (answer.status === 200 || performance.now() > end) return answer;
  }
}

const stateOf = ({ body }: Answer): boolean | undefined =>
  (body.features as { name: string; enabled: boolean }[] | undefined)?.find(({ name }) => name === 'seen')?.enabled;

async function watch(reader: Client, backwards: string[], stop: AbortSignal): Promise<void> {
  let latest = 0;
  while (!stop.aborted) {
    const { headers } = await reader.get(clientFeatures);
    const revision = Number(/\d+(?=\D*$)/.exec(String(headers['etag']))?.[0] ?? 0);
    if (revision < latest) backwards.push(`${latest} then ${revision}`);
    latest = revision;
    await pause(5);
  }
}
