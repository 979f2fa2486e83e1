import { deepEqual, equal, ok } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type Envelope, exchanges } from '@signalbox/contracts';
import type { Message } from '@signalbox/bus';
import { empty, type EntityManager, route } from '@signalbox/kit';
import { baseTables, readCounter, type Store } from '@signalbox/store';
import {
  type Client,
  clientAs,
  eventually,
  newWorkspace,
  openTestUsers,
  type Workspace,
  removeWorkspace,
  settingsOf,
  testEnvironment,
} from '@signalbox/testing';
import { Type } from 'typebox';
import { Agent } from 'undici';
import { busesOf, type FaultyBus } from './faulty-bus.fixture.ts';
import { type Host, openHost } from '../process/open-host.ts';
import { listen, type Listening } from '../http/listen.ts';
import { everyEvent, itemCreated, raiseRevision, sampleService } from '../sample-service.fixture.ts';

const stateManyRoute = route(
  {
    method: 'post',
    path: '/api/admin/many',
    summary: 'State that many events in one unit of work',
    permission: 'public',
    body: Type.Object({ count: Type.Integer() }),
    answers: { 200: empty },
    failures: [],
    events: [itemCreated],
  },
  async ({ body }, context) => {
    for (let number = 0; number < body.count; number += 1) context.publish(itemCreated, { featureName: `item-${number}` });
  },
);

/** A process with its bus, in a workspace that several processes may share. */
interface Process {
  readonly host: Host;
  readonly bus: FaultyBus;
  readonly client: Client;
  close(): Promise<void>;
}

describe('the relay', () => {
  let workspace: Workspace;
  let openBusOfWorkspace: () => Promise<FaultyBus>;
  let reader: FaultyBus;
  let received: Message[];
  const processes: Process[] = [];

  beforeEach(async () => {
    workspace = await newWorkspace();
    workspace.queues.push(everyEvent.queue);
    openBusOfWorkspace = busesOf(settingsOf(workspace));
    reader = await openBusOfWorkspace();
    received = [];
    await reader.subscribe(everyEvent, async (messages) => void received.push(...messages));
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.close();
    await reader.close();
    await removeWorkspace(workspace);
  });

  async function openProcess(): Promise<Process> {
    const bus = await openBusOfWorkspace();
    const service = sampleService({ beforeCommit: raiseRevision }, [stateManyRoute]);
    const services = [service, openTestUsers().service];
    const surfaces = services.map((each) => each.surface);
    const host = await openHost(services, { settings: settingsOf(workspace, {}, surfaces), bus });
    const listening: Listening = await listen(host.listeners.get('sample') as never, 0, '127.0.0.1');
    const agent = new Agent();
    const close = async () => {
      await agent.destroy();
      await listening.drain();
      await host.close();
    };
    const process = { host, bus, client: clientAs(`http://127.0.0.1:${listening.port}`, agent, null), close };
    processes.push(process);
    return process;
  }

  const state = async ({ client }: Process, count: number) => equal((await client.post('/api/admin/many', { count })).status, 200);
  const counter = ({ host }: Process) => readCounter(host.stores.get('sample')?.reader() as never);
  const sequences = () => received.map(({ body }) => (JSON.parse(body) as Envelope).sequence);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const factsOf = ({ bus }: Process) => bus.batches.filter((batch) => batch.some(({ exchange }) => exchange === exchanges.events));

  it('publishes everything in order, the state of a revision before its events, in batches of at most 1,000', async () => {
    const process = await openProcess();
    const gate = Promise.withResolvers<void>();
    process.bus.inject({ until: gate.promise });
    await state(process, 1);
    await eventually(() => factsOf(process).length === 1);
    await state(process, 2250);
    await state(process, 3);
    process.bus.inject(null);
    gate.resolve();
    await eventually(() => deepEqual(sequences(), upTo(2254)));
    deepEqual(
      factsOf(process).map((batch) => batch.length),
      [2, 1000, 1000, 255],
    );
    const [first] = factsOf(process)[1] ?? [];
    deepEqual([first?.exchange, (JSON.parse(first?.body ?? '{}') as { revision: number }).revision], [exchanges.state, 2]);
  });

  it('publishes a message only once its commit is on the disk', async () => {
    const process = await openProcess();
    const disk = Promise.withResolvers<void>();
    let waiting = 0;
    Object.assign(process.host.stores.get('sample') as Store, {
      synced: () => {
        waiting += 1;
        return disk.promise;
      },
    } satisfies Partial<Store>);
    await state(process, 1);
    await eventually(() => waiting === 1);
    deepEqual(factsOf(process), []);
    disk.resolve();
    await eventually(() => factsOf(process).length === 1);
  });

  it('ends without an error if the bus closes before its queues are declared', async () => {
    const bus = await openBusOfWorkspace();
    const declared = Promise.withResolvers<void>();
    const late: FaultyBus = {
      ...bus,
      declare: () => declared.promise,
      async close() {
        await bus.close();
        declared.resolve();
        // An unhandled rejection would fail the test.
        await setImmediate();
      },
    };
    const services = [sampleService({}), openTestUsers().service];
    const host = await openHost(services, {
      settings: settingsOf(
        workspace,
        {},
        services.map(({ surface }) => surface),
      ),
      bus: late,
    });
    await host.close();
    equal(late.batches.length, 0);
  });

  it('moves the checkpoint past a message only after its confirmation', async () => {
    const process = await openProcess();
    const gate = Promise.withResolvers<void>();
    process.bus.inject({ until: gate.promise });
    await state(process, 2);
    await eventually(() => received.length === 2);
    deepEqual(await counter(process), { id: 1, message: 3, position: 2, revision: 1, published: 0 });
    gate.resolve();
    await eventually(async () => (await counter(process)).published === 3);
  });

  it('waits for further commits after a busy batch, and moves the checkpoint when nothing follows', async () => {
    const process = await openProcess();
    const gate = Promise.withResolvers<void>();
    process.bus.inject({ until: gate.promise });
    await state(process, 1);
    await eventually(() => factsOf(process).length === 1);
    for (let number = 0; number < 2; number += 1) await state(process, 1);
    const left: number[] = [];
    const publish = process.bus.publish.bind(process.bus);
    process.bus.publish = (batch) => {
      if (batch.some(({ exchange }) => exchange === exchanges.events)) left.push(performance.now());
      return publish(batch);
    };
    process.bus.inject(null);
    gate.resolve();
    await eventually(() => equal(left.length, 1)); // Two together, after the first.
    await state(process, 1);
    await eventually(() => deepEqual(sequences(), upTo(4)));
    const [first = 0, second = 0] = left;
    ok(second - first >= 95, `${second - first} ms`);
    await eventually(async () => equal((await counter(process)).published, 8));
  });

  it('resends from a checkpoint that an operator sets while it runs', async () => {
    const process = await openProcess();
    for (let number = 0; number < 3; number += 1) await state(process, 1);
    await eventually(async () => equal((await counter(process)).published, 6));
    const setBack = (em: EntityManager) => baseTables(em).updateTable('counter').set({ published: 2 }).execute();
    await process.host.stores.get('sample')?.transaction(setBack);
    await eventually(() => deepEqual(sequences(), [1, 2, 3, 2, 3]));
    await eventually(async () => equal((await counter(process)).published, 6));
  });

  it('resends from the first unconfirmed message and repeats no confirmed one', async () => {
    const process = await openProcess();
    process.bus.inject({ failAfter: 4 });
    await state(process, 10);
    await eventually(() => factsOf(process).length >= 2);
    process.bus.inject(null);
    await eventually(() => received.length === 10);
    deepEqual(sequences(), upTo(10));
    await eventually(async () => (await counter(process)).published === 11);
    const [first, second] = factsOf(process);
    deepEqual(second?.[0]?.id, first?.[4]?.id);
  });

  it('stores committed messages while publishing fails', async () => {
    const process = await openProcess();
    process.bus.inject({ failAfter: 0 });
    await state(process, 2);
    await state(process, 2);
    await eventually(() => factsOf(process).length >= 2);
    equal((await counter(process)).published, 0);
    deepEqual(received, []);
    process.bus.inject(null);
    await eventually(() => deepEqual(sequences(), upTo(4)));
  });

  it('continues where another process ended', async () => {
    const first = await openProcess();
    first.bus.inject({ failAfter: 0 });
    await state(first, 3);
    await processes.pop()?.close();
    const second = await openProcess();
    await state(second, 1);
    await eventually(() => deepEqual(sequences(), upTo(4)));
  });

  it('sends heartbeats only while the outbox is empty', async () => {
    const process = await openProcess();
    const heartbeats = () => process.bus.batches.flat().filter(({ key }) => key === 'sample.heartbeat');
    await eventually(() => heartbeats().length === 1);
    deepEqual(JSON.parse(heartbeats()[0]?.body ?? ''), { revision: 0 });
    process.bus.inject({ failAfter: 0 });
    await state(process, 1);
    await eventually(() => factsOf(process).length >= 6);
    equal(heartbeats().length, 1);
    process.bus.inject(null);
    await eventually(() => heartbeats().length >= 2);
    deepEqual(JSON.parse(heartbeats()[1]?.body ?? ''), { revision: 1 });
    equal(received.length, 1);
  });

  if (testEnvironment.way === 'distributed') {
    it('runs once per database, whichever process commits', async () => {
      const pair = [await openProcess(), await openProcess()] as const;
      for (let round = 0; round < 5; round += 1) for (const process of pair) await state(process, 2);
      await eventually(() => deepEqual(sequences(), upTo(20)));
      const carriers = pair.filter((process) => factsOf(process).length > 0);
      equal(carriers.length, 1);
    });

    it('publishes commits of another process', async () => {
      const holder = await openProcess();
      await state(holder, 1);
      await eventually(() => deepEqual(sequences(), upTo(1)));
      const other = await openProcess();
      const rounds = 20;
      for (let round = 2; round < 2 + rounds; round += 1) {
        await state(other, 1);
        await eventually(() => deepEqual(sequences(), upTo(round)));
      }
      equal(factsOf(other).length, 0);
    });

    it('fails over when its process hangs, which then cannot move the checkpoint', async () => {
      const stale = await openProcess();
      const gate = Promise.withResolvers<void>();
      stale.bus.inject({ until: gate.promise });
      await state(stale, 2);
      await eventually(() => factsOf(stale).length === 1);
      const successor = await openProcess();
      await eventually(async () => (await counter(successor)).published === 3);
      await state(successor, 5);
      await eventually(async () => (await counter(successor)).published === 9);
      gate.resolve();
      stale.bus.inject(null);
      await state(stale, 1);
      await eventually(async () => (await counter(stale)).published === 11);
      const firstSights = [...new Set(sequences())];
      deepEqual(firstSights, upTo(8));
      equal(factsOf(stale).length, 1);
    });
  }
});
