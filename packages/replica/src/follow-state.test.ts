import { deepEqual, equal } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type SampledEnvironments, stateKeys } from '@signalbox/contracts';
import { type FollowedState, followState, type StateHooks, type StateSource } from './follow-state.ts';
import { feature, Source } from './rehearsal.fixture.ts';

const sampled: SampledEnvironments = [{ project: 'north', environment: 'production' }];

/** A process with its services, messages and shared values. */
function openProcess({ warn }: Partial<Pick<StateSource, 'warn'>> = {}) {
  const source = new Source();
  const slots = new Map<unknown, unknown>();
  const receivers = new Map<string, (body: unknown) => void>();
  let fetched = 0;
  const parts: StateSource = {
    ask: async (_question, { after }) => {
      fetched += 1;
      return { ...source.page(after, 10), sampled };
    },
    listen: async (key, receive) => void receivers.set(key, receive),
    warn:
      warn ??
      ((message, detail) => {
        throw new Error(message, { cause: detail });
      }),
    slot: <T>(slot: { readonly make: () => T }) => {
      if (!slots.has(slot)) slots.set(slot, slot.make());
      return slots.get(slot) as T;
    },
  };
  return {
    source,
    fetched: () => fetched,
    send: (edit: Parameters<Source['change']>[0]) => receivers.get(stateKeys.togglesState)?.(source.change(edit)),
    follow: (hooks: StateHooks = {}) => followState(parts, hooks),
  };
}

/** Waits until the state has been fetched. */
async function loaded({ replica }: FollowedState): Promise<void> {
  while (!replica.follower.confirmed) await setImmediate();
}

describe('services of one process that follow the state', () => {
  it('share one replica, which is fetched once', async () => {
    const process = openProcess();
    process.source.change({ features: [feature('shared')] });
    const [one, other] = await Promise.all([process.follow(), process.follow()]);
    await loaded(one);
    equal(other.replica, one.replica);
    equal(process.fetched(), 1);
    equal(one.replica.view.feature('shared')?.name, 'shared');
    for (const { close } of [one, other]) close();
  });

  it('each receive new views and sampled environments, including a later service', async () => {
    const process = openProcess();
    const notified: string[] = [];
    const hooksOf = (name: string): StateHooks => ({
      onChange: ({ features }) => notified.push(`${name}: ${[...features].join()}`),
      onSampled: (environments) => notified.push(`${name}: ${environments.length} sampled`),
    });
    const one = await process.follow(hooksOf('one'));
    await loaded(one);
    const other = await process.follow(hooksOf('other'));
    process.send({ features: [feature('new')] });
    deepEqual(notified, ['one: 1 sampled', 'one: ', 'other: 1 sampled', 'one: new', 'other: new']);
    for (const { close } of [one, other]) close();
  });

  it('do not miss changes through a mistake in another', async () => {
    const warnings = new Set<string>();
    const process = openProcess({ warn: (message) => void warnings.add(message) });
    const notified: string[] = [];
    const broken = await process.follow({
      onChange() {
        throw new Error('a mistake');
      },
    });
    const other = await process.follow({ onChange: ({ features }) => notified.push([...features].join()) });
    await loaded(other);
    process.send({ features: [feature('new')] });
    deepEqual(notified.slice(-1), ['new']);
    deepEqual(warnings, new Set(['a reaction to new features failed']));
    for (const { close } of [broken, other]) close();
  });

  it('close one by one: the replica continues until the last of them, and a new one begins afterwards', async () => {
    const process = openProcess();
    const [one, other] = await Promise.all([process.follow(), process.follow()]);
    await loaded(one);
    one.close();
    process.send({ features: [feature('second')] });
    equal(other.replica.view.revision, 1);
    other.close();
    process.send({ features: [feature('third')] });
    equal(other.replica.view.revision, 1);
    const again = await process.follow();
    await loaded(again);
    equal(again.replica.view.revision, 2);
    again.close();
  });

  it('restore a saved state even if another service has begun to fetch', async () => {
    const before = openProcess();
    before.source.change({ features: [feature('kept')] });
    const first = await before.follow();
    await loaded(first);
    const text = await first.replica.save();
    first.close();
    const process = openProcess();
    const views: number[] = [];
    const [one, other] = await Promise.all([
      process.follow({ onChange: ({ to }) => views.push(to.revision) }),
      process.follow({ restore: (replica) => replica.restore(text) }),
    ]);
    await loaded(one);
    equal(views.at(-1), 0);
    equal(one.replica.stale, false);
    for (const { close } of [one, other]) close();
  });
});
