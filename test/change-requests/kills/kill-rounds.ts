import { equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@signalbox/testing';
import { proposals, requests, rollOut, switchOn } from '../changes-app.fixture.ts';
import type { KillableName, KillableServices } from './killable.fixture.ts';
import type { KillPoint } from './killable-service.ts';

/** Which process is killed where, while a request is being applied by a user or by the clock. */
export interface Kill {
  readonly service: KillableName;
  /** The durable step, at its `at`-th passing; `any moment` is chosen by chance, from outside. */
  readonly point: KillPoint | 'any moment';
  readonly at: number;
  readonly by: 'user' | 'clock';
  /** What has happened by then. */
  readonly title: string;
}

const kill = (service: KillableName, point: Kill['point'], at: number, title: string): Omit<Kill, 'by'> => ({ service, point, at, title });

const points = [
  kill('change-requests', 'after commit', 1, 'noted, toggles not asked'),
  kill('change-requests', 'after write', 1, 'carried out, outcome not committed'),
  kill('change-requests', 'after commit', 2, 'outcome committed, not answered'),
  kill('change-requests', 'any moment', 1, 'anywhere'),
  kill('toggles', 'examined', 1, 'examined, not answered'),
  kill('toggles', 'after write', 1, 'carried out, not committed'),
  kill('toggles', 'after commit', 1, 'committed, not answered'),
  kill('toggles', 'any moment', 1, 'anywhere'),
];

/** Every point, asked for by a user and then by the clock. */
export const kills: readonly Kill[] = (['user', 'clock'] as const).flatMap((by) => points.map((point) => ({ ...point, by })));

/** What became of the request of one kill. */
export interface KillOutcome {
  readonly kill: Kill;
  readonly state: string;
  /** How many of its changes are there, and how many there are when all took effect. */
  readonly present: number;
  readonly all: number;
}

export const isHalf = ({ present, all }: KillOutcome): boolean => present !== 0 && present !== all;
/** Whether the state says what is the case. */
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

/** Kills once during each application, and when all are through waits for what became of them. */
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
    // The clock looks once a second, so that the moment is somewhere in what follows.
    await pause(random() * anyMomentMs + (by === 'clock' ? scheduledInMs + random() * 1000 : 0));
    at.kill(service);
  }
  await at.revive(service);
  await answered;
  const { present, all } = await look(at, round);
  ok(present === 0 || present === all, `${present} of ${all} changes of request ${round.id} took effect: ${JSON.stringify(each)}`);
  return round;
}

/** A busy machine may refuse for a moment. What came of that is left where it is. */
const approveWhereItCan = (at: KillableServices, each: Kill): Promise<Round> => eventually(() => approve(at, each), 60_000);

/** A request of a fresh author with changes of two features, approved. */
async function approve(at: KillableServices, each: Kill): Promise<Round> {
  const names = [`killed-${++made}-a`, `killed-${made}-b`] as const;
  const toggles = at.as('toggles', at.users.admin);
  for (const name of names) {
    const { status, body } = await eventually(() => toggles.post('/api/admin/projects/default/features', { name }), 20_000);
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

/** Both on, each with its one strategy: a set that was applied twice would have left more. */
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
    }, 20_000);
    present += Number(body.enabled) + body.strategies.length;
  }
  return { present, all };
}

/** Waits until nobody is about to apply the request, and until the clock has done with it. */
async function outcomeOf(at: KillableServices, round: Round): Promise<KillOutcome> {
  const client = at.as('change-requests', at.reviewer);
  const state = await eventually(async (): Promise<string> => {
    // First, because the state may be another one once nobody is about to apply it.
    equal(await isBeingApplied(at, round), false);
    const { status, body } = await client.get(`${requests}/${round.id}`);
    equal(status, 200, JSON.stringify(body));
    if (body.state === 'Scheduled') equal(body.schedule.status, 'failed');
    return body.state;
  }, decidedWithinMs);
  return { kill: round.kill, state, ...(await look(at, round)) };
}

/** Asked with the hash of something else, which is refused in any case: with another sentence while somebody applies it. */
async function isBeingApplied(at: KillableServices, { id }: Round): Promise<boolean> {
  const asked = { state: 'Applied', contentHash: '0'.repeat(64) };
  const { body } = await at.as('change-requests', at.reviewer).put(`${requests}/${id}/state`, asked);
  return /is being applied/.test(body.message);
}
