import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import type { Answer } from '@signalbox/testing';
import { type ChangesApp, proposals, requests, rollOut, switchOn } from './changes-app.fixture.ts';

/** Failures allowed in a race: state changed meanwhile, or another application in progress. */
const refusals = [400, 403, 404, 409];

/** Source states of each event, according to the table. */
const follows: Readonly<Record<string, readonly string[]>> = {
  'change-request-sent-to-review': ['Draft'],
  'change-request-approval-added': ['In review'],
  'change-request-approved': ['In review'],
  'change-request-rejected': ['In review', 'Approved'],
  'change-request-cancelled': ['Draft', 'In review', 'Approved'],
  'change-request-applied': ['Approved'],
};

/** Two reviewers and the author approve, edit, apply and cancel one request concurrently. */
export async function raceRound(at: ChangesApp, users: readonly [Principal, Principal], round: number): Promise<string> {
  const author = at.app.users.someone();
  const feature = `raced-${round}`;
  await at.createFeatures(feature);
  const { id, minApprovals } = await at.propose(author, switchOn(feature));
  equal((await at.ask(author, id, 'In review')).status, 200);
  for (const { status, body } of await act(at, { author, users, id, feature, round }))
    ok(status === 200 || refusals.includes(status), `${status} ${JSON.stringify(body)}`);
  return check(at, { id, feature, minApprovals });
}

interface Raced {
  readonly author: Principal;
  readonly users: readonly [Principal, Principal];
  readonly id: number;
  readonly feature: string;
  readonly round: number;
}

function act(at: ChangesApp, { author, users: [first, second], id, feature, round }: Raced): Promise<Answer[]> {
  const acts = [
    () => at.ask(first, id, 'Approved'),
    () => at.ask(second, id, 'Approved'),
    () => at.ask(second, id, 'Applied'),
    () => at.ask(first, id, 'Approved').then(() => at.ask(first, id, 'Applied')),
    () => at.app.as(author).post(proposals(), rollOut(feature, String(round % 100))),
    // An act without preconditions would always win, so every other time it waits for an approval.
    () => (round % 4 === 1 ? at.ask(author, id, 'Cancelled') : at.ask(second, id, 'Approved').then(() => at.ask(author, id, 'Cancelled'))),
  ];
  // Some rounds omit acts, so that each one wins sometimes.
  const chosen = acts.filter((_, index) => index < 2 || ((round + index) % 2 === 0 && (index < 4 || round % 5 > 0)));
  const turned = [...chosen.slice(round % chosen.length), ...chosen.slice(0, round % chosen.length)];
  return Promise.all([...turned, ...(round % 3 === 0 ? [() => at.ask(first, id, 'Applied')] : [])].map((work) => work()));
}

/** Checks the emitted events: no forbidden transition, and no application without its approvals. Returns the state. */
async function check(
  at: ChangesApp,
  of: { readonly id: number; readonly feature: string; readonly minApprovals: number },
): Promise<string> {
  const emitted = (await at.app.events('change-requests'))
    .map(({ data }) => data)
    .filter(({ data, preData }) => ((data ?? preData) as { changeRequestId: number }).changeRequestId === of.id);
  let state = 'Draft';
  let approvals = new Set<string>();
  for (const { type, createdBy } of emitted) {
    const from = follows[type];
    if (from) ok(from.includes(state), `${type} while it was ${state}`);
    if (type.startsWith('change-added') || type === 'change-edited') {
      ok(['Draft', 'In review', 'Approved'].includes(state), `${type} while it was ${state}`);
      approvals = new Set();
      if (state === 'Approved') state = 'In review';
    }
    if (type === 'change-request-approval-added') approvals.add(createdBy);
    if (type === 'change-request-applied') ok(approvals.size >= of.minApprovals, 'applied without its approvals');
    state = after[type] ?? state;
  }
  equal((await at.get(of.id)).state, state);
  const { body } = await at.operator.get(`/api/admin/projects/default/features/${of.feature}/environments/production`);
  deepEqual(body.enabled, state === 'Applied', `${state}: ${requests}/${of.id}`);
  return state;
}

const after: Readonly<Record<string, string>> = {
  'change-request-sent-to-review': 'In review',
  'change-request-approved': 'Approved',
  'change-request-rejected': 'Rejected',
  'change-request-cancelled': 'Cancelled',
  'change-request-applied': 'Applied',
};
