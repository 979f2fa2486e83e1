import { setTimeout as pause } from 'node:timers/promises';
import { chunksOf, type Service } from '@signalbox/kit';
import { type Answer, type Client, eventually, start } from '@signalbox/testing';
import { brokenIn } from './invariants.ts';
import { type Operation, type Pair, prepared, send, type Sent, titleOf } from './operations.ts';
import { outcomeOf } from './outcome.ts';
import { openFollower, type Follower } from './state.ts';
import { readTables, tableNames } from './tables.ts';
import { openWorlds, type World } from './world.ts';

export interface Result {
  readonly pair: Pair;
  readonly rounds: number;
  /** Number of rounds by both statuses. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Violations, one sentence each. */
  readonly problems: readonly string[];
}

/** Races pairs in one app. */
export interface Course {
  /** Runs rounds of one pair. Compares each with both serial orders. */
  race(pair: Pair, rounds: number): Promise<Result>;
  /** Runs one round of each pair, several in parallel in separate worlds. Returns violations, also if pairs never had an answer. */
  raceAll(pairs: readonly Pair[]): Promise<string[]>;
  close(): Promise<void>;
}

const worldsAtOnce = 24;
const pairsAtOnce = 12;
/** A race without an answer may not have happened, so it runs again, up to this number of runs. */
const maxRuns = 3;
/** Maximum delay between the two requests: about the duration of one operation. */
const maxLeadMs = 8;

/** Requests neither wait for a connection nor end at a deadline, because a 503 of a busy machine would hide the result of the race. */
export const patientSettings = { DATABASE_CONNECTIONS: '50', DATABASE_STATEMENT_MS: '20000' };

/** `random` decides which request is sent first, and how much earlier. */
export async function openCourse(service: Service, random: () => number): Promise<Course> {
  const app = await start([service], { settings: patientSettings });
  const admin = app.as(app.users.admin);
  const follower = await openFollower(app);
  const tables = () => readTables(app.store(service.name), tableNames(service));
  const worlds = supplyWorlds(admin, follower);
  /** Violations are permanent until new worlds are created, so each is reported once. */
  const known = new Set<string>();

  const prepareWorld = async (pair: Pair, together = 1): Promise<World> => {
    const world = await worlds(together);
    for (const sent of prepared(pair, world)) await expectSuccess(admin, sent, world);
    return world;
  };
  const findProblems = async () => {
    const rows = await tables();
    const problems = [...brokenIn(rows), ...(await follower.differences())].filter((problem) => !known.has(problem));
    for (const problem of problems) known.add(problem);
    return { rows, problems };
  };
  /** Runs `run` in a new world and returns its outcome. */
  const round = async (pair: Pair, run: (world: World) => Promise<Answer[]>): Promise<Round> => {
    const world = await prepareWorld(pair);
    const answers = await run(world);
    const { rows, problems } = await findProblems();
    const statuses = answers.map(({ status }) => status).join(' ');
    return { statuses, outcome: `${statuses}\n${outcomeOf(world, rows)}`, problems, isUnanswered: answers.some(isUnanswered) };
  };
  const oneByOne = (pair: Pair, order: Pair) =>
    round(pair, async (world) => {
      const answers = new Map<Operation, Answer>();
      for (const operation of order) answers.set(operation, await sendUntilAnswered(admin, operation.send(world)));
      return pair.flatMap((operation) => answers.get(operation) ?? []);
    });
  const bothAtOnce = (pair: Pair, world: World): Promise<Answer[]> => {
    const leads = random() < 0.5 ? [random() * maxLeadMs, 0] : [0, random() * maxLeadMs];
    return Promise.all(
      pair.map(async (operation, index) => {
        await pause(leads[index]);
        return send(admin, operation.send(world));
      }),
    );
  };
  const raceTogether = async (pairs: readonly Pair[]) => {
    const ready: { pair: Pair; world: World }[] = [];
    for (const [index, pair] of pairs.entries()) ready.push({ pair, world: await prepareWorld(pair, pairs.length - index) });
    return Promise.all(ready.map(async ({ pair, world }) => ({ pair, answers: await bothAtOnce(pair, world) })));
  };

  return {
    async race(pair, rounds) {
      const [one, other] = pair;
      const orders = [await oneByOne(pair, pair), await oneByOne(pair, [other, one])];
      const problems = orders.flatMap((each) => [...each.problems, ...refusalsOf(each)]);
      const statuses = new Map<string, number>();
      for (let index = 0; index < rounds; index += 1) {
        const raced = await round(pair, (world) => bothAtOnce(pair, world));
        statuses.set(raced.statuses, (statuses.get(raced.statuses) ?? 0) + 1);
        problems.push(...raced.problems, ...(raced.isUnanswered ? [] : neitherOf(raced, orders)));
      }
      return { pair, rounds, statuses, problems };
    },
    async raceAll(pairs) {
      const problems: string[] = [];
      let pending = pairs;
      for (let run = 0; run < maxRuns; run += 1) {
        const unanswered: Pair[] = [];
        for (const some of chunksOf(pending, pairsAtOnce)) {
          const raced = await raceTogether(some);
          unanswered.push(...raced.filter(({ answers }) => answers.some(isUnanswered)).map(({ pair }) => pair));
          problems.push(...raced.flatMap(({ pair, answers }) => badAnswers(pair, answers)), ...(await findProblems()).problems);
        }
        pending = unanswered;
      }
      problems.push(...pending.map((pair) => `${titleOf(pair)} had no answer in ${maxRuns} races (503)`));
      return problems;
    },
    close: () => app.close(),
  };
}

const inWords = ({ status, body }: Answer) => (status < 400 ? String(status) : `${status} (${body?.message})`);

/** Neither request fails unexpectedly, and one of them succeeds. */
function badAnswers(pair: Pair, answers: readonly Answer[]): string[] {
  const statuses = answers.map(({ status }) => status);
  if (answers.some(isUnanswered)) return [];
  if (statuses.every((status) => status < 500) && statuses.some((status) => status < 300)) return [];
  return [`${titleOf(pair)} returned ${answers.map(inWords).join(' and ')}`];
}

interface Round {
  readonly statuses: string;
  readonly outcome: string;
  readonly problems: readonly string[];
  readonly isUnanswered: boolean;
}

const isSuccess = (status: string) => status.startsWith('2');

/** In a new world, the first of two requests must succeed, otherwise there was no race. */
const refusalsOf = ({ statuses }: Round): string[] =>
  statuses.split(' ').some(isSuccess) ? [] : [`in sequence they returned ${statuses}`];

/** A race has the result of one of the serial orders. */
function neitherOf(raced: Round, orders: readonly Round[]): string[] {
  if (orders.some(({ outcome }) => outcome === raced.outcome)) return [];
  const [order] = orders.filter(({ statuses }) => statuses === raced.statuses);
  if (!order) return [`they returned ${raced.statuses}, in sequence ${orders.map((each) => each.statuses).join(' or ')}`];
  const [got, expected] = [raced, order].map(({ outcome }) => new Set(outcome.split('\n')));
  if (!got || !expected) return [];
  const lines = [...[...got.difference(expected)].map((row) => `+ ${row}`), ...[...expected.difference(got)].map((row) => `- ${row}`)];
  return [`the result (${raced.statuses}) matches neither order:\n      ${lines.join('\n      ')}`];
}

/** True if a deadline of the database passed, as on a busy machine. The operation may not have run, so there was no race. */
export const isUnanswered = ({ status, body }: Answer) => status === 503 && /^The database of .* is unavailable/.test(body?.message);

const timeoutMs = 20_000;

const sendUntilAnswered = (admin: Client, sent: Sent): Promise<Answer> => untilAnswered(() => send(admin, sent));

/** Retries if the machine was busy. */
export const untilAnswered = (ask: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await ask();
    if (isUnanswered(answer)) throw new Error(answer.body.message);
    return answer;
  }, timeoutMs);

async function expectSuccess(admin: Client, sent: Sent, { number }: World): Promise<void> {
  const { status, body } = await sendUntilAnswered(admin, sent);
  if (status >= 300) throw new Error(`${sent.method} ${sent.path} in world ${number} returned ${status}: ${JSON.stringify(body)}`);
}

/**
 * Creates new worlds, several at a time because that is faster, and drops earlier ones. `together` is the number of worlds that must exist
 * at the same time.
 */
function supplyWorlds(admin: Client, follower: Follower): (together: number) => Promise<World> {
  let left: World[] = [];
  let next = 1;
  return async (together) => {
    if (left.length < together) {
      left = await openWorlds(admin, next, worldsAtOnce);
      next += worldsAtOnce;
      await follower.restart();
    }
    return left.shift() as World;
  };
}
