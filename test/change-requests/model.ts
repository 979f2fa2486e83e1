import { deepEqual, equal } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import * as fc from 'fast-check';
import { type Clock, openClock } from './clock.ts';
import { type ChangesApp, openChangesApp, requests, switchOff, switchOn } from './changes-app.fixture.ts';

// Compares random sequences of commands on change requests with a model that is simple enough to verify by reading.

type State = 'Draft' | 'In review' | 'Approved' | 'Scheduled' | 'Applied' | 'Cancelled' | 'Rejected';

interface Request {
  readonly id: number;
  state: State;
  /** Target states of features, in order. */
  changes: { readonly feature: string; readonly enabled: boolean }[];
  approvals: Set<string>;
  minApprovals: number;
  scheduledAt: number;
}

interface Model {
  readonly requests: Request[];
  readonly on: Map<string, boolean>;
  requiredApprovals: number;
}

/** The product and its users. */
export interface Real {
  readonly at: ChangesApp;
  readonly author: Principal;
  /** May approve and apply, and so may the author. */
  readonly reviewers: Readonly<Record<'A' | 'B', Principal>>;
  readonly features: readonly string[];
  readonly clock: Clock;
}

const open: readonly State[] = ['Draft', 'In review', 'Approved'];
const isOpen = ({ state }: Request): boolean => open.includes(state);
const minuteMs = 60_000;

/** Editing voids all approvals. */
function edited(request: Request, changes: Request['changes']): void {
  request.changes = changes;
  request.approvals = new Set();
  if (request.state === 'Approved') request.state = 'In review';
}

function applied(model: Model, request: Request): void {
  request.state = 'Applied';
  for (const { feature, enabled } of request.changes) model.on.set(feature, enabled);
}

type Command = fc.AsyncCommand<Model, Real>;

/** A command on one of the existing requests, if any. */
function onRequest(title: string, pick: number, run: (request: Request, model: Model, real: Real) => Promise<void>): Command {
  return {
    check: ({ requests: all }) => all.length > 0,
    async run(model, real) {
      const request = model.requests[pick % model.requests.length];
      if (!request) return;
      await run(request, model, real);
      await compare(request, real);
    },
    toString: () => `${title} of request ${pick}`,
  };
}

/** Asserts that the product's request matches the model. */
async function compare({ id, state, changes, approvals, minApprovals }: Request, { at }: Real): Promise<void> {
  const body = await at.get(id);
  const seen = body.features.flatMap(({ name, changes: own }: { name: string; changes: { payload: { enabled: boolean } }[] }) =>
    own.map(({ payload }) => ({ feature: name, enabled: payload.enabled })),
  );
  const given = body.approvals.map(({ createdBy }: { createdBy: { username: string } }) => createdBy.username);
  deepEqual(
    { state: body.state, changes: seen, approvals: given.toSorted(), minApprovals: body.minApprovals },
    { state, changes, approvals: [...approvals].toSorted(), minApprovals },
  );
}

const expectStatus = ({ status, body }: Answer, expected: number): void => equal(status, expected, JSON.stringify(body));

/** Requests a state and asserts the response that the model expects. */
async function ask(
  { at }: Real,
  { request, as, state, more }: { request: Request; as: Principal; state: State; more?: object },
  expected: number,
): Promise<void> {
  expectStatus(await at.ask(as, request.id, state, more), expected);
}

const change = (feature: string, enabled: boolean) => (enabled ? switchOn(feature) : switchOff(feature));

const propose = (index: number, enabled: boolean): Command => ({
  check: () => true,
  async run(model, real) {
    const feature = real.features[index % real.features.length] ?? '';
    const { id } = await real.at.propose(real.author, change(feature, enabled));
    const known = model.requests.find(isOpen);
    const request = known ?? {
      id,
      state: 'Draft',
      changes: [],
      approvals: new Set(),
      minApprovals: model.requiredApprovals,
      scheduledAt: 0,
    };
    equal(id, request.id);
    if (!known) model.requests.push(request);
    const isThere = request.changes.some((other) => other.feature === feature);
    const changes = isThere
      ? request.changes.map((other) => (other.feature === feature ? { feature, enabled } : other))
      : [...request.changes, { feature, enabled }];
    edited(request, changes);
    request.minApprovals = Math.max(request.minApprovals, model.requiredApprovals);
    await compare(request, real);
  },
  toString: () => `propose ${enabled ? 'on' : 'off'} for feature ${index}`,
});

/** Path of the request's first change; null if it has none. */
async function firstChange({ id }: Request, { at }: Real): Promise<string | null> {
  const found = (await at.get(id)).features[0]?.changes[0];
  return found ? `${requests}/${id}/changes/${found.id}` : null;
}

const edit = (pick: number, enabled: boolean): Command =>
  onRequest(`edit to ${enabled ? 'on' : 'off'}`, pick, async (request, model, real) => {
    const [first, ...others] = request.changes;
    const path = await firstChange(request, real);
    if (!first || !path) return;
    expectStatus(await real.at.app.as(real.author).put(path, change(first.feature, enabled)), isOpen(request) ? 200 : 400);
    if (!isOpen(request)) return;
    edited(request, [{ feature: first.feature, enabled }, ...others]);
    request.minApprovals = Math.max(request.minApprovals, model.requiredApprovals);
  });

const takeOut = (pick: number): Command =>
  onRequest('take a change out', pick, async (request, _model, real) => {
    const path = await firstChange(request, real);
    if (!path) return;
    expectStatus(await real.at.app.as(real.author).delete(path), isOpen(request) ? 200 : 400);
    if (isOpen(request)) edited(request, request.changes.slice(1));
  });

const throwAway = (pick: number): Command => ({
  check: ({ requests: all }) => all.length > 0,
  async run(model, { at, author }) {
    const index = pick % model.requests.length;
    const request = model.requests[index];
    if (!request) return;
    const { status, body } = await at.app.as(author).delete(`${requests}/${request.id}`);
    equal(status < 300, request.state === 'Draft', JSON.stringify(body));
    if (request.state === 'Draft') model.requests.splice(index, 1);
    else equal(status, 400);
  },
  toString: () => `throw request ${pick} away`,
});

const review = (pick: number): Command =>
  onRequest('send to review', pick, async (request, _model, real) => {
    const isLegal = request.state === 'Draft' && request.changes.length > 0;
    await ask(real, { request, as: real.author, state: 'In review' }, isLegal ? 200 : 400);
    if (isLegal) request.state = 'In review';
  });

const approve = (pick: number, by: 'A' | 'B'): Command =>
  onRequest(`approval by ${by}`, pick, async (request, _model, real) => {
    const as = real.reviewers[by];
    const isLegal = request.state === 'In review' && request.changes.length > 0;
    await ask(real, { request, as, state: 'Approved' }, request.state === 'Draft' ? 404 : isLegal ? 200 : 400);
    if (!isLegal) return;
    request.approvals.add(as.name);
    if (request.approvals.size >= request.minApprovals) request.state = 'Approved';
  });

const approveOwn = (pick: number): Command =>
  onRequest('approval by its author', pick, async (request, _model, real) => {
    const isLegal = request.state === 'In review' && request.changes.length > 0;
    await ask(real, { request, as: real.author, state: 'Approved' }, isLegal ? 403 : 400);
  });

const reject = (pick: number, by: 'A' | 'B'): Command =>
  onRequest(`rejection by ${by}`, pick, async (request, _model, real) => {
    const isLegal = ['In review', 'Approved', 'Scheduled'].includes(request.state);
    await ask(real, { request, as: real.reviewers[by], state: 'Rejected' }, request.state === 'Draft' ? 404 : isLegal ? 200 : 400);
    if (isLegal) request.state = 'Rejected';
  });

const cancel = (pick: number): Command =>
  onRequest('cancelling', pick, async (request, _model, real) => {
    await ask(real, { request, as: real.author, state: 'Cancelled' }, isOpen(request) ? 200 : 400);
    if (isOpen(request)) request.state = 'Cancelled';
  });

const isApplicable = ({ state }: Request): boolean => state === 'Approved' || state === 'Scheduled';

const schedule = (pick: number, by: 'A' | 'B'): Command =>
  onRequest(`scheduling by ${by}`, pick, async (request, _model, real) => {
    const scheduledAt = new Date(real.clock.now().getTime() + minuteMs);
    const requested = { request, as: real.reviewers[by], state: 'Scheduled', more: { scheduledAt: scheduledAt.toISOString() } } as const;
    await ask(real, requested, request.state === 'Draft' ? 404 : isApplicable(request) ? 200 : 400);
    if (!isApplicable(request)) return;
    request.state = 'Scheduled';
    request.scheduledAt = scheduledAt.getTime();
  });

const apply = (pick: number, by: 'A' | 'B'): Command =>
  onRequest(`application by ${by}`, pick, async (request, model, real) => {
    await ask(
      real,
      { request, as: real.reviewers[by], state: 'Applied' },
      request.state === 'Draft' ? 404 : isApplicable(request) ? 200 : 400,
    );
    if (isApplicable(request)) applied(model, request);
  });

const protect = (requiredApprovals: number): Command => ({
  check: () => true,
  async run(model, { at }) {
    await at.protect({ requiredApprovals });
    model.requiredApprovals = requiredApprovals;
  },
  toString: () => `protect with ${requiredApprovals} approvals`,
});

const writeDirectly = (index: number, enabled: boolean): Command => ({
  check: () => true,
  async run(model, { at, features }) {
    const feature = features[index % features.length] ?? '';
    const path = `/api/admin/projects/default/features/${feature}/environments/production/${enabled ? 'on' : 'off'}`;
    expectStatus(await at.operator.post(path), 200);
    model.on.set(feature, enabled);
  },
  toString: () => `switch feature ${index} ${enabled ? 'on' : 'off'} directly`,
});

const waitAMinute: Command = {
  check: () => true,
  async run(model, real) {
    real.clock.pass(minuteMs + 1);
    const due = model.requests.filter(({ state, scheduledAt }) => state === 'Scheduled' && scheduledAt <= real.clock.now().getTime());
    for (const request of due.toSorted((one, other) => one.scheduledAt - other.scheduledAt || one.id - other.id)) {
      applied(model, request);
      await eventually(() => compare(request, real));
    }
  },
  toString: () => 'wait a minute',
};

const pick = fc.nat({ max: 5 });
const reviewer = fc.constantFrom<'A' | 'B'>('A', 'B');
const commands = [
  fc.tuple(pick, fc.boolean()).map(([feature, enabled]) => propose(feature, enabled)),
  fc.tuple(pick, fc.boolean()).map(([request, enabled]) => edit(request, enabled)),
  pick.map(takeOut),
  pick.map(throwAway),
  pick.map(review),
  pick.map(review),
  fc.tuple(pick, reviewer).map(([request, by]) => approve(request, by)),
  fc.tuple(pick, reviewer).map(([request, by]) => approve(request, by)),
  pick.map(approveOwn),
  fc.tuple(pick, reviewer).map(([request, by]) => reject(request, by)),
  pick.map(cancel),
  fc.tuple(pick, reviewer).map(([request, by]) => schedule(request, by)),
  fc.tuple(pick, reviewer).map(([request, by]) => apply(request, by)),
  fc.constantFrom(1, 2).map(protect),
  fc.tuple(pick, fc.boolean()).map(([feature, enabled]) => writeDirectly(feature, enabled)),
  fc.constant(waitAMinute),
];

/** Coverage of random sequences: number of requests that ended in each state. */
export type Ends = Map<string, number>;

/** Runs `runs` random sequences of up to `length` commands. Rejects with the shortest one whose response differs from the model. */
export async function walk(options: { readonly runs: number; readonly length: number; readonly seed: number }): Promise<Ends> {
  const clock = openClock();
  const at = await openChangesApp({ effects: { now: clock.now } });
  const ends: Ends = new Map();
  let made = 0;
  try {
    const reviewers = { A: await at.reviewer(), B: await at.reviewer() };
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: options.length, size: 'max' }), async (sequence) => {
      const features = ['a', 'b'].map((letter) => `walked-${made}-${letter}`);
      made += 1;
      await at.createFeatures(...features);
      await at.protect({ requiredApprovals: 1 });
      const model: Model = { requests: [], on: new Map(features.map((feature) => [feature, false])), requiredApprovals: 1 };
      const real: Real = { at, author: await at.reviewer(), reviewers, features, clock };
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      for (const request of model.requests) await compare(request, real);
      for (const [feature, enabled] of model.on) {
        const { body } = await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/production`);
        equal(body.enabled, enabled, feature);
      }
      for (const { state } of model.requests) ends.set(state, (ends.get(state) ?? 0) + 1);
    });
    await fc.assert(property, { numRuns: options.runs, seed: options.seed });
  } finally {
    await at.close();
  }
  return ends;
}
