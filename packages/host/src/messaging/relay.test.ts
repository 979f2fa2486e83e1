import { deepEqual, equal, ok } from 'node:assert/strict';
import { durableQueues, type Envelope, exchanges, type StateChanged } from '@signalbox/contracts';
import type { Message } from '@signalbox/bus';
import { empty, route } from '@signalbox/kit';
import { readCounter } from '@signalbox/store';
import {
  type Client,
  clientAs,
  eventually,
  newWorkspace,
  openTestUsers,
  type Place,
  removePlace,
  settingsOf,
  testEnvironment,
} from '@signalbox/testing';
import { Type } from 'typebox';
import { Agent } from 'undici';
import { busesOf, type FaultyBus } from './faulty-bus.fixture.ts';
import { type Host, openHost } from '../process/open-host.ts';
import { listen, type Listening } from '../http/listen.ts';
import { conclude, itemPlaced, shelf } from '../sample-service.fixture.ts';

const stateManyRoute = route(
  {
    method: 'post',
    path: '/api/admin/many',
    summary: 'State that many events in one unit of work',
    permission: 'public',
    body: Type.Object({ count: Type.Integer() }),
    answers: { 200: empty },
    failures: [],
    events: [itemPlaced],
  },
  async ({ body }, context) => {
    for (let number = 0; number < body.count; number += 1) context.publish(itemPlaced, { featureName: `item-${number}` });
  },
);

/** One process with its bus, on a place that several may share. */
interface Member {
  readonly host: Host;
  readonly bus: FaultyBus;
  readonly client: Client;
  close(): Promise<void>;
}

describe('the relay', function () {
  this.timeout(20_000);
  let place: Place;
  let openBusOfPlace: () => Promise<FaultyBus>;
  let reader: FaultyBus;
  let received: Message[];
  const members: Member[] = [];

  beforeEach(async () => {
    place = await newWorkspace();
    openBusOfPlace = busesOf(settingsOf(place));
    reader = await openBusOfPlace();
    received = [];
    await reader.subscribe(durableQueues.audit, async (messages) => void received.push(...messages));
  });
  afterEach(async () => {
    for (const member of members.splice(0)) await member.close();
    await reader.close();
    await removePlace(place);
  });

  async function openMember(): Promise<Member> {
    const bus = await openBusOfPlace();
    const service = shelf({ name: 'toggles', beforeCommit: conclude }, [stateManyRoute]);
    const host = await openHost([service, openTestUsers().service], { settings: settingsOf(place), bus });
    const listening: Listening = await listen(host.listeners.get('toggles') as never, 0, '127.0.0.1');
    const agent = new Agent();
    const close = async () => {
      await agent.destroy();
      await listening.drain();
      await host.close();
    };
    const member = { host, bus, client: clientAs(`http://127.0.0.1:${listening.port}`, agent, null), close };
    members.push(member);
    return member;
  }

  const state = async ({ client }: Member, count: number) => equal((await client.post('/api/admin/many', { count })).status, 200);
  const counter = ({ host }: Member) => readCounter(host.stores.get('toggles')?.reader() as never);
  const sequences = () => received.map(({ body }) => (JSON.parse(body) as Envelope).sequence);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const factsOf = ({ bus }: Member) => bus.batches.filter((batch) => batch.some(({ exchange }) => exchange === exchanges.events));

  it('carries everything in order, the state of a revision before its events, in batches of at most 200', async () => {
    const member = await openMember();
    const gate = Promise.withResolvers<void>();
    member.bus.suffer({ until: gate.promise });
    await state(member, 1);
    await eventually(() => factsOf(member).length === 1);
    await state(member, 450);
    await state(member, 3);
    member.bus.suffer(null);
    gate.resolve();
    await eventually(() => deepEqual(sequences(), upTo(454)));
    deepEqual(
      factsOf(member).map((batch) => batch.length),
      [2, 200, 200, 55],
    );
    const [first] = factsOf(member)[1] ?? [];
    deepEqual([first?.exchange, (JSON.parse(first?.body ?? '{}') as StateChanged).revision], [exchanges.state, 2]);
  });

  it('marks a message only after its confirm', async () => {
    const member = await openMember();
    const gate = Promise.withResolvers<void>();
    member.bus.suffer({ until: gate.promise });
    await state(member, 2);
    await eventually(() => received.length === 2);
    deepEqual(await counter(member), { id: 1, message: 3, position: 2, revision: 1, published: 0 });
    gate.resolve();
    await eventually(async () => (await counter(member)).published === 3);
  });

  it('resends from the first unconfirmed message and repeats no confirmed one', async () => {
    const member = await openMember();
    member.bus.suffer({ failAfter: 4 });
    await state(member, 10);
    await eventually(() => factsOf(member).length >= 2);
    member.bus.suffer(null);
    await eventually(() => received.length === 10);
    deepEqual(sequences(), upTo(10));
    await eventually(async () => (await counter(member)).published === 11);
    const [first, second] = factsOf(member);
    deepEqual(second?.[0]?.id, first?.[4]?.id);
  });

  it('keeps what is committed while nothing can be published', async () => {
    const member = await openMember();
    member.bus.suffer({ failAfter: 0 });
    await state(member, 2);
    await state(member, 2);
    await eventually(() => factsOf(member).length >= 2);
    equal((await counter(member)).published, 0);
    deepEqual(received, []);
    member.bus.suffer(null);
    await eventually(() => deepEqual(sequences(), upTo(4)));
  });

  it('goes on where another process ended', async () => {
    const first = await openMember();
    first.bus.suffer({ failAfter: 0 });
    await state(first, 3);
    await members.pop()?.close();
    const second = await openMember();
    await state(second, 1);
    await eventually(() => deepEqual(sequences(), upTo(4)));
  });

  it('tells the revision only while nothing waits', async () => {
    const member = await openMember();
    const heartbeats = () => member.bus.batches.flat().filter(({ key }) => key === 'toggles.heartbeat');
    await eventually(() => heartbeats().length === 1);
    deepEqual(JSON.parse(heartbeats()[0]?.body ?? ''), { revision: 0 });
    member.bus.suffer({ failAfter: 0 });
    await state(member, 1);
    await eventually(() => factsOf(member).length >= 6);
    equal(heartbeats().length, 1);
    member.bus.suffer(null);
    await eventually(() => heartbeats().length >= 2);
    deepEqual(JSON.parse(heartbeats()[1]?.body ?? ''), { revision: 1 });
    equal(received.length, 1);
  });

  if (testEnvironment.way === 'distributed') {
    it('is one at a time on one database, whoever commits', async () => {
      const pair = [await openMember(), await openMember()] as const;
      for (let round = 0; round < 5; round += 1) for (const member of pair) await state(member, 2);
      await eventually(() => deepEqual(sequences(), upTo(20)));
      const carriers = pair.filter((member) => factsOf(member).length > 0);
      equal(carriers.length, 1);
    });

    it('passes on when its process hangs, and cannot mark what it no longer holds', async () => {
      const stale = await openMember();
      const gate = Promise.withResolvers<void>();
      stale.bus.suffer({ until: gate.promise });
      await state(stale, 2);
      await eventually(() => factsOf(stale).length === 1);
      const successor = await openMember();
      const begun = Date.now();
      await eventually(async () => (await counter(successor)).published === 3, 10_000);
      ok(Date.now() - begun < 8000);
      await state(successor, 5);
      await eventually(async () => (await counter(successor)).published === 9);
      gate.resolve();
      stale.bus.suffer(null);
      await state(stale, 1);
      await eventually(async () => (await counter(stale)).published === 11);
      const firstSights = [...new Set(sequences())];
      deepEqual(firstSights, upTo(8));
      equal(factsOf(stale).length, 1);
    });
  }
});
