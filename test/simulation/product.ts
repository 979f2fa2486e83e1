import { MemoryBroker } from '@signalbox/bus';
import { audit } from '@signalbox/audit';
import { Failure, fetchAccess, fetchState, type StatePage } from '@signalbox/contracts';
import { type Failpoint, type Host, openHost } from '@signalbox/host';
import { answer, readSettings, type Service, service, surface } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import { baseTables, type EntityManager, readCounter } from '@signalbox/store';
import type { Database } from './databases.ts';
import type { Chance } from './chance.ts';
import { Life } from './life.ts';
import { faithful, type Parts } from './parts.ts';
import { type Edit, edit, listener, tables, viewer, writer } from './services.ts';
import { type Network, SimulatedBus } from './simulated-bus.ts';
import { type SharedDatabase, storeOf } from './simulated-store.ts';

/** Audit signs and seals in another thread with its own time. This does not affect the flow of events. */
const { prepare: _prepare, encrypted: _encrypted, ...bare } = audit;
const recorder: Service = { ...bare, jobs: [] };

/** Services with databases. */
export const storedServices: readonly Service[] = [writer, listener, recorder];

/** Allows everything to everyone, so that no process waits for it. */
const identity: Service = service({
  surface: surface({ name: 'identity' }),
  routes: [],
  answers: [
    answer(fetchAccess, async () => ({ version: 0, keys: [], roles: [], grants: [], projects: [], maintenance: false, heard: {} })),
  ],
});

const surfaces = [...storedServices, identity].map((each) => each.surface);
const settings = readSettings({ LOG_LEVEL: 'silent', INTERNAL_SECRET: 'x'.repeat(32) }, surfaces);

/** Features at one revision, as texts. */
export type Content = ReadonlyMap<string, boolean>;

/** Record of the simulation's actions. */
export interface Chronicle {
  readonly acknowledged: Set<number>;
  /** By revision, from 0. */
  readonly history: Content[];
  readonly problems: string[];
  /** Number of occurrences by kind. */
  readonly counts: Map<string, number>;
}

/** A slot of a machine in which processes run one after the other. */
export interface Machine {
  readonly name: string;
  readonly services: (life: Life) => readonly Service[];
  life: Life | undefined;
  host: Host | undefined;
  bus: SimulatedBus | undefined;
  /** Clock skew of the process in milliseconds. */
  skewMs: number;
}

/** Several processes of each service on shared databases and one broker. */
export class Product {
  readonly chance: Chance;
  readonly chronicle: Chronicle = { acknowledged: new Set(), history: [new Map()], problems: [], counts: new Map() };
  readonly network: Network;
  readonly databases: ReadonlyMap<string, SharedDatabase>;
  readonly machines: readonly Machine[];
  readonly #parts: Parts;
  #replica: Replica | undefined;
  #checkpoint = 0;
  readonly #lives = new Set<Life>();

  constructor(chance: Chance, databases: ReadonlyMap<string, Database>, parts: Parts = faithful) {
    this.chance = chance;
    this.#parts = parts;
    this.network = { broker: new MemoryBroker(), awayUntil: 0, confirmsEarly: chance.random() < 0.7 };
    this.databases = new Map(
      [...databases].map(([name, { store }]) => [
        name,
        { store, awayUntil: 0, inspect: (em, life) => (name === writer.name ? this.#inspect(em, life) : Promise.resolve()) },
      ]),
    );
    const machine = (name: string, services: Machine['services']): Machine => ({
      name,
      services,
      life: undefined,
      host: undefined,
      bus: undefined,
      skewMs: 0,
    });
    this.machines = [
      machine('writer 1', () => [writer]),
      machine('writer 2', () => [writer]),
      machine('reader 1', () => [recorder, listener]),
      machine('reader 2', () => [recorder, listener]),
      machine('viewer', (life) => [this.#viewerIn(life)]),
    ];
  }

  get replica(): Replica | undefined {
    return this.#replica;
  }

  get #writers(): readonly Machine[] {
    return this.machines.filter(({ name, life, host }) => name.startsWith('writer') && life?.isAlive && host);
  }

  count(what: string): void {
    const { counts } = this.chronicle;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  /** Starts a process; nothing else happens meanwhile. */
  async start(machine: Machine): Promise<void> {
    const { chance } = this;
    const life = new Life(machine.name, chance);
    chance.note(`${machine.name} starts`);
    const services = machine.services(life);
    const bus = new SimulatedBus(this.network, life);
    const stores = new Map(
      services.flatMap(({ name }) => {
        const database = this.databases.get(name);
        return database ? [[name, this.#parts.store(storeOf(database, life), life)] as const] : [];
      }),
    );
    this.#lives.add(life);
    machine.life = life;
    machine.bus = bus;
    const opening = openHost([...services.map((each) => this.#parts.service(each)), identity], {
      settings,
      surfaces,
      effects: { now: () => new Date(chance.time.date + machine.skewMs), random: chance.random, id: life.id },
      instrument: { step: (point) => passed(point, life) },
      bus: this.#parts.bus(bus, life),
      stores,
    });
    const opened = await openedAtOnce(chance, opening);
    machine.host = opened;
    life.onEnd(() => {
      machine.host = undefined;
      // Ends its timers. It can no longer reach anything.
      void opened.close();
    });
  }

  /** Ends a process like SIGTERM if it ends in time, otherwise like SIGKILL. */
  async stop(machine: Machine): Promise<void> {
    const { host, life } = machine;
    if (!host || !life) return;
    machine.host = undefined;
    this.chance.note(`${machine.name} stops`);
    await Promise.race([host.close(), life.ended.catch(() => undefined), this.chance.time.pause(30_000)]);
    life.kill('it has stopped');
  }

  /** Ends every process, including those that are still stopping. */
  async end(): Promise<void> {
    for (const machine of this.machines) await this.stop(machine);
    for (const life of this.#lives) life.kill('the end');
  }

  /** A client requests a change, and records if it was acknowledged. */
  async write(change: Edit): Promise<void> {
    const machine = this.chance.pick(this.#writers);
    if (!machine?.host) return this.count('changes without a running writer');
    this.chance.note(`${machine.name} is asked for ${JSON.stringify(change)}`);
    try {
      await machine.host.ask(edit as never, change as never);
    } catch (error) {
      if (!(error instanceof Failure)) this.chronicle.problems.push(`edit ${change.number}: ${String(error)}`);
      return this.count('changes refused or unknown');
    }
    this.chance.note(`edit ${change.number} is acknowledged`);
    this.chronicle.acknowledged.add(change.number);
  }

  /** A replica's question to a writer and its answer. Only HTTP between the two is modelled. */
  async #askForPage(life: Life, input: { readonly after: string | null }): Promise<StatePage> {
    await life.step('ask');
    if (this.chance.strikes('question')) throw new Error('simulated: the question is lost');
    const host = this.chance.pick(this.#writers)?.host;
    if (!host) throw new Error('simulated: no process responds');
    const late = this.chance.time.pause(fetchState.deadlineMs).then(() => Promise.reject(new Error('simulated: no answer in time')));
    const page = await Promise.race([host.ask(fetchState, input), late]);
    await life.step('answer');
    if (this.chance.strikes('question')) throw new Error('simulated: the answer is lost');
    return page;
  }

  #viewerIn(life: Life): Service {
    let revision = -1;
    return viewer({
      ask: (input) => this.#askForPage(life, input),
      listen: this.#parts.listen,
      opened: (replica) => (this.#replica = replica),
      onChange: ({ to }) => {
        if (!life.isAlive) return;
        this.count('views');
        this.chance.note(`view ${to.revision}`);
        const shown = new Map([...to.features()].map(({ name, environments }) => [name, environments['production']?.enabled ?? false]));
        if (to.revision < revision) this.chronicle.problems.push(`the replica went back from revision ${revision} to ${to.revision}`);
        if (textOf(shown) !== textOf(this.chronicle.history[to.revision]))
          this.chronicle.problems.push(`the replica shows at revision ${to.revision} a state that never existed`);
        revision = to.revision;
      },
    });
  }

  /**
   * Checks each transaction of the writers before it commits: numbers only increase, and only the holder of the lease moves the checkpoint.
   */
  async #inspect(em: EntityManager, life: Life): Promise<void> {
    const { problems, history } = this.chronicle;
    const { revision, published, message } = await readCounter(em);
    if (published > message) problems.push(`the checkpoint ${published} is beyond the last message ${message}`);
    if (published < this.#checkpoint) problems.push(`the checkpoint decreases from ${this.#checkpoint} to ${published}`);
    if (published !== this.#checkpoint && !(await this.#holdsLease(em, life)))
      problems.push(`${life.name} moved the checkpoint without the lease`);
    this.#checkpoint = published;
    if (revision === history.length - 1) return;
    if (revision !== history.length) problems.push(`revision ${revision} follows ${history.length - 1}`);
    const rows = await tables(em).selectFrom('feature').selectAll().execute();
    history[revision] = new Map(rows.map(({ name, enabled }) => [name, enabled === 1]));
  }

  async #holdsLease(em: EntityManager, life: Life): Promise<boolean> {
    const lease = await baseTables(em).selectFrom('lease').select('owner').where('name', '=', `relay:${writer.name}`).executeTakeFirst();
    return lease !== undefined && lease.owner.endsWith(life.owner);
  }
}

const maxTurns = 20_000;

/** Result of work that waits only for files. Rejects if it waits for time to pass. */
async function openedAtOnce<T>(chance: Chance, work: Promise<T>): Promise<T> {
  const late = (async () => {
    for (let turn = 0; turn < maxTurns; turn += 1) await chance.time.drain();
    throw new Error('starting a process waits for time to pass');
  })();
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

function passed(point: Failpoint, life: Life): void {
  life.chance.note(`${life.name} ${point}`);
  life.mayCrash(point);
}

/** Converts a content to text. Equal contents have equal texts. */
export const textOf = (content: Content | undefined): string =>
  JSON.stringify([...(content ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1)));
