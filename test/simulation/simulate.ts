import { verifyLog } from '@signalbox/audit/verification';
import { type EntityManager, readCounter, readOutbox } from '@signalbox/store';
import type { Database } from './databases.ts';
import { badDay, Chance, type Odds } from './chance.ts';
import { faithful, type Parts } from './parts.ts';
import { type Content, type Machine, Product, storedServices, textOf } from './product.ts';
import { type Edit, listener, tables, writer } from './services.ts';

export interface Plan {
  readonly seed: number;
  readonly operations: number;
  readonly odds?: Odds;
  /** Replacements for components of the product. */
  readonly parts?: Parts;
  /** True to keep the records as text. */
  readonly reported?: boolean;
}

export interface Outcome {
  readonly seed: number;
  /** Problems as sentences; empty if all checks passed. */
  readonly problems: readonly string[];
  /** Hash of all events in order, with their times. */
  readonly trace: string;
  readonly notes: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

/** Everything must be consistent within two minutes after the last fault. */
const timeoutMs = 120_000;

/** Runs one seed and checks the result. */
export async function simulate(databases: ReadonlyMap<string, Database>, plan: Plan): Promise<Outcome> {
  for (const { renew } of databases.values()) await renew();
  const chance = new Chance(plan.seed, plan.odds ?? badDay, plan.reported);
  const product = new Product(chance, databases, plan.parts ?? faithful);
  await chance.time.during(async () => {
    for (const machine of product.machines) await product.start(machine);
    for (let number = 1; number <= plan.operations; number += 1) await operate(product, number);
    await converge(product);
    await chance.time.finish(product.end(), timeoutMs);
    await chance.time.drain();
  });
  const { chronicle } = product;
  await judge(product);
  return { seed: plan.seed, problems: chronicle.problems, trace: chance.trace(), notes: chance.notes, counts: chronicle.counts };
}

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Possible next events with their relative frequency. */
type Happening = readonly [weight: number, what: string, happen: (product: Product, number: number) => void | Promise<void>];
const happenings: readonly [Happening, ...Happening[]] = [
  [55, 'requested changes', (product, number) => void product.write(changeOf(product.chance, number))],
  [6, 'processes killed from outside', (product) => product.chance.pick(product.machines)?.life?.kill('from outside')],
  [2, 'processes stopped', (product) => inBackground(product, product.stop(product.chance.pick(product.machines) as Machine))],
  [4, 'processes frozen', ({ chance, machines }) => chance.pick(machines)?.life?.freeze(chance.between(500, maxFreezeMs))],
  [3, 'broker outages', ({ chance, network }) => void (network.awayUntil = chance.time.now + chance.between(100, 3000))],
  [3, 'database outages', (product) => takeDatabaseAway(product)],
  [3, 'clock jumps', ({ chance, machines }) => void ((chance.pick(machines) as Machine).skewMs += chance.between(-maxLeapMs, maxLeapMs))],
  [1, 'database clock jumps', ({ chance }) => void (chance.time.databaseSkewMs += chance.between(-5000, 5000))],
  [3, 'lost connections', ({ chance, machines }) => chance.pick(machines)?.bus?.reconnect()],
  [3, 'quiet periods', ({ chance }) => chance.time.run(() => false, chance.time.now + chance.between(500, 4000)).then(() => undefined)],
];
const [first] = happenings;
const allWeights = happenings.reduce((sum, [weight]) => sum + weight, 0);
/** Maximum duration of a freeze, during which the process holds its locks. */
const maxFreezeMs = 6000;
const maxLeapMs = 6 * 60 * 60 * 1000;

async function operate(product: Product, number: number): Promise<void> {
  const { chance } = product;
  let left = chance.random() * allWeights;
  const [, what, happen] = happenings.find(([weight]) => (left -= weight) < 0) ?? first;
  chance.note(what);
  product.count(what);
  await happen(product, number);
  await chance.time.run(() => false, chance.time.now + chance.random() * 40);
  for (const machine of product.machines) if (!machine.host && chance.random() < 0.15) await product.start(machine);
}

function changeOf(chance: Chance, number: number): Edit {
  const features = Array.from({ length: chance.random() < 0.8 ? 1 : 3 }, () => [
    chance.pick(names) as string,
    chance.random() < 0.2 ? null : chance.random() < 0.5,
  ]);
  return { number, features: Object.fromEntries(features) as Edit['features'], resync: chance.random() < 0.03 };
}

function takeDatabaseAway({ chance, databases }: Product): void {
  const database = chance.pick([...databases.values()]);
  if (database) database.awayUntil = chance.time.now + chance.between(100, 3000);
}

const inBackground = ({ chronicle }: Product, work: Promise<unknown>): void =>
  void work.catch((error: unknown) => chronicle.problems.push(`a process did not stop: ${String(error)}`));

/** Ends all faults, starts every process, and lets time pass until nothing is left to do. */
async function converge(product: Product): Promise<void> {
  const { chance, network, databases, chronicle } = product;
  chance.relent();
  network.awayUntil = 0;
  for (const database of databases.values()) database.awayUntil = 0;
  const end = chance.time.now + timeoutMs;
  await chance.time.run(() => false, chance.time.now + maxFreezeMs);
  while (chance.time.now < end) {
    await chance.time.run(() => false, chance.time.now + 1000);
    for (const machine of product.machines) if (!machine.host) await product.start(machine);
    if ((await chance.time.finish(leftOver(product), timeoutMs)) === '') return;
  }
  chronicle.problems.push(
    `after ${timeoutMs / 1000} s without a fault something is still in transit: ${await chance.time.finish(leftOver(product), timeoutMs)}`,
  );
}

async function leftOver({ databases, replica, chronicle }: Product): Promise<string> {
  const heard = await readHeard(databases.get(listener.name)?.store.reader() as EntityManager);
  const left: string[] = [];
  let emitted = 0;
  for (const { name } of storedServices) {
    const { message, published, position } = await readCounter(databases.get(name)?.store.reader() as EntityManager);
    if (published < message) left.push(`${message - published} messages of ${name}`);
    emitted += position;
    if (name === writer.name && heard.length < position) left.push(`${position - heard.length} events for listener`);
  }
  const { events } = await verifyLog(databases.get('audit')?.store.reader() as EntityManager, { now: () => new Date(0) });
  if (events < emitted) left.push(`${emitted - events} events for audit`);
  const revision = chronicle.history.length - 1;
  if (replica?.stale || replica?.view.revision !== revision) left.push(`revision ${revision} for the replica at ${replica?.view.revision}`);
  return left.join(', ');
}

const readHeard = (em: EntityManager) => tables(em).selectFrom('heard').selectAll().orderBy('number').execute();

/** Compares databases and replica with the acknowledgements of clients and the emitted events. */
async function judge({ databases, chronicle, replica }: Product): Promise<void> {
  const { problems, acknowledged, history } = chronicle;
  const reader = (name: string) => databases.get(name)?.store.reader() as EntityManager;
  const edits = new Set(
    (await tables(reader(writer.name)).selectFrom('edit').select('number').execute()).map(({ number }) => Number(number)),
  );
  for (const number of acknowledged) if (!edits.has(number)) problems.push(`the acknowledged edit ${number} is lost`);
  const emitted = new Map<string, string[]>();
  for (const name of [writer.name, listener.name]) emitted.set(`/signalbox/${name}`, await readEmitted(reader(name)));
  const heard = await readHeard(reader(listener.name));
  problems.push(
    ...differences(
      'listener',
      heard.map(({ id }) => id),
      emitted.get(`/signalbox/${writer.name}`) ?? [],
    ),
  );
  const recorded = await readRecorded(reader('audit'));
  for (const [source, ids] of emitted) {
    const own = recorded.filter((event) => event.source === source).map(({ message_id: id }) => id);
    problems.push(...differences(`audit of ${source}`, own, ids));
  }
  if (recorded.length !== [...emitted.values()].flat().length) problems.push('audit has recorded unpublished events');
  const gaps = await query(reader('audit')).selectFrom('gap').selectAll().execute();
  if (gaps.length > 0) problems.push(`audit has noticed ${gaps.length} gaps`);
  const { break: found } = await verifyLog(reader('audit'), { now: () => new Date(0) });
  if (found) problems.push(`the chain of audit breaks at ${found.id}: ${found.reason}`);
  for (const { name } of storedServices) {
    const dead = await query(reader(name)).selectFrom('dead_letter').selectAll().execute();
    if (dead.length > 0) problems.push(`${name} has ${dead.length} dead letters: ${dead[0]?.reason}`);
  }
  const shown: Content = new Map(
    [...(replica?.view.features() ?? [])].map((each) => [each.name, each.environments['production']?.enabled ?? false]),
  );
  if (textOf(shown) !== textOf(history.at(-1))) problems.push('the replica differs from the database');
  for (const [what, count] of [
    ['changes acknowledged', acknowledged.size],
    ['events recorded', recorded.length],
    ['revisions', history.length - 1],
  ] as const)
    chronicle.counts.set(what, count);
}

interface AuditTables {
  event: { id: number; message_id: string; source: string };
  gap: { id: number };
  dead_letter: { reason: string };
}
const query = (em: EntityManager) => em.getKysely<AuditTables>();
const readRecorded = (em: EntityManager) => query(em).selectFrom('event').select(['message_id', 'source']).orderBy('id').execute();

const plenty = 100_000;

/** Ids of the events that a service has emitted, in order. */
async function readEmitted(em: EntityManager): Promise<string[]> {
  const messages = await readOutbox(em, 0, plenty);
  return messages.filter(({ exchange }) => exchange === 'signalbox.events').map(({ id }) => id);
}

/** Differences between applied and emitted events: lost, repeated, or out of order. */
function differences(consumer: string, applied: readonly string[], emitted: readonly string[]): string[] {
  const lost = emitted.filter((id) => !applied.includes(id));
  const times = Map.groupBy(applied, (id) => id);
  const repeated = [...times.values()].filter((all) => all.length > 1);
  const inOrder = [...times.keys()].every((id, index) => id === emitted.filter((other) => times.has(other))[index]);
  return [
    ...(lost.length > 0 ? [`${consumer} lost ${lost.length} events, the first is ${lost[0]}`] : []),
    ...(repeated.length > 0 ? [`${consumer} applied ${repeated.length} events more than once`] : []),
    ...(inOrder ? [] : [`${consumer} applied events in another order`]),
  ];
}
