import { equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@signalbox/testing';
import { proposals, requests, rollOut, switchOn } from '../changes-app.fixture.ts';
import type { KillableName, KillableServices } from './killable.fixture.ts';
import type { KillPoint } from './killable-service.ts';

/** A process to kill at some point while a user or the clock applies a request. */
export interface Kill {
  readonly service: KillableName;
  /** The durable step, at its `at`-th pass. `any moment` is a random moment chosen by the parent process. */
  readonly point: KillPoint | 'any moment';
  readonly at: number;
  readonly by: 'user' | 'clock';
  /** Progress at that point. */
  readonly title: string;
}

const kill = (service: KillableName, point: Kill['point'], at: number, title: string): Omit<Kill, 'by'> => ({ service, point, at, title });

const points = [
  kill('change-requests', 'after commit', 1, 'attempt recorded, toggles not called'),
  kill('change-requests', 'after write', 1, 'executed, outcome not committed'),
  kill('change-requests', 'after commit', 2, 'outcome committed, response not sent'),
  kill('change-requests', 'any moment', 1, 'anywhere'),
  kill('toggles', 'examined', 1, 'validated, response not sent'),
  kill('toggles', 'after write', 1, 'executed, not committed'),
  kill('toggles', 'after commit', 1, 'committed, response not sent'),
  kill('toggles', 'any moment', 1, 'anywhere'),
];

/** Every point, for applications by a user and then by the clock. */
export const kills: readonly Kill[] = (['user', 'clock'] as const).flatMap((by) => points.map((point) => ({ ...point, by })));

/** Outcome of the request of one kill. */
export interface KillOutcome {
  readonly kill: Kill;
  readonly state: string;
  /** Number of its changes that exist, and the number when all took effect. */
  readonly present: number;
  readonly all: number;
}

export const isHalf = ({ present, all }: KillOutcome): boolean => present !== 0 && present !== all;
/** True if the state matches the changes. */
export const follows = ({ state, present, all }: KillOutcome): boolean =>
  present === (state === 'Applied' ? all : 0) && ['Applied', 'Approved', 'Scheduled'].includes(state);

interface Round {
  readonly kill: Kill;
  readonly id: number;
  readonly features: readonly [string, string];
}

const scheduledInMs = 2000;
const anyMomentMs = 300;
const decidedWithinMs = 90_000;

/** Kills once during each application, then waits for the outcomes. */
export async function killDuring(at: KillableServices, chosen: readonly Kill[], random: () => number): Promise<KillOutcome[]> {
  const rounds: Round[] = [];
  for (const each of chosen) rounds.push(await killOnce(at, each, random));
  const outcomes: KillOutcome[] = [];
  for (const round of rounds) outcomes.push(await outcomeOf(at, round));
  return outcomes;
}

let made = 0;

async function killOnce(at: KillableServices, each: Kill, random: () => number): Promise<Round> {
  const { service, point, by } = each;
  const round = await approveWhereItCan(at, each);
  const changes = at.as('change-requests', at.reviewer);
  const path = `${requests}/${round.id}/state`;
  const scheduledAt = new Date(Date.now() + scheduledInMs).toISOString();
  if (by === 'clock') equal((await changes.put(path, { state: 'Scheduled', scheduledAt })).status, 200);
  if (point !== 'any moment') await at.arm(service, { point, at: each.at });
  const answered = by === 'user' ? changes.put(path, { state: 'Applied' }).catch(() => null) : Promise.resolve(null);
  if (point === 'any moment') {
    // The clock runs once a second, so the moment is within the following period.
    await pause(random() * anyMomentMs + (by === 'clock' ? scheduledInMs + random() * 1000 : 0));
    at.kill(service);
  }
  await at.revive(service);
  await answered;
  const { present, all } = await look(at, round);
  ok(present === 0 || present === all, `${present} of ${all} changes of request ${round.id} took effect: ${JSON.stringify(each)}`);
  return round;
}

/** Requests may fail temporarily on a busy machine. The result of a failed one is ignored. */
const approveWhereItCan = (at: KillableServices, each: Kill): Promise<Round> => eventually(() => approve(at, each));

/** Creates an approved request of a new author with changes to two features. */
async function approve(at: KillableServices, each: Kill): Promise<Round> {
  const names = [`killed-${++made}-a`, `killed-${made}-b`] as const;
  const toggles = at.as('toggles', at.users.admin);
  for (const name of names) {
    const { status, body } = await eventually(() => toggles.post('/api/admin/projects/default/features', { name }));
    ok(status === 201 || status === 409, `${status} ${JSON.stringify(body)}`);
  }
  const author = at.as('change-requests', at.users.someone());
  const reviewer = at.as('change-requests', at.reviewer);
  const proposed = await author.post(proposals(), [rollOut(names[0]), switchOn(names[0]), switchOn(names[1])]);
  equal(proposed.status, 200, JSON.stringify(proposed.body));
  const { id } = proposed.body as { id: number };
  equal((await author.put(`${requests}/${id}/state`, { state: 'In review' })).status, 200);
  equal((await reviewer.put(`${requests}/${id}/state`, { state: 'Approved' })).body.state, 'Approved');
  return { kill: each, id, features: names };
}

/** Both features are on with one strategy each. A changeset that was applied twice would have created more. */
const all = 4;

async function look(at: KillableServices, { features }: Round): Promise<{ readonly present: number; readonly all: number }> {
  const client = at.as('toggles', at.users.admin);
  let present = 0;
  for (const feature of features) {
    const path = `/api/admin/projects/default/features/${feature}/environments/production`;
    const { body } = await eventually(async () => {
      const answer = await client.get(path);
      equal(answer.status, 200, JSON.stringify(answer.body));
      return answer;
    });
    present += Number(body.enabled) + body.strategies.length;
  }
  return { present, all };
}

/** Waits until nobody is applying the request and the clock is done with it. */
async function outcomeOf(at: KillableServices, round: Round): Promise<KillOutcome> {
  const client = at.as('change-requests', at.reviewer);
  const state = await eventually(async (): Promise<string> => {
    // Must come first, because the state can change until nobody is applying the request.
    equal(await isBeingApplied(at, round), false);
    const { status, body } = await client.get(`${requests}/${round.id}`);
    equal(status, 200, JSON.stringify(body));
    if (body.state === 'Scheduled') equal(body.schedule.status, 'failed');
    return body.state;
  }, decidedWithinMs);
  return { kill: round.kill, state, ...(await look(at, round)) };
}

/** Sends another hash, which is refused in any case, but with a different message while somebody applies the request. */
async function isBeingApplied(at: KillableServices, { id }: Round): Promise<boolean> {
  const requested = { state: 'Applied', contentHash: '0'.repeat(64) };
  const { body } = await at.as('change-requests', at.reviewer).put(`${requests}/${id}/state`, requested);
  return /is being applied/.test(body.message);
}
