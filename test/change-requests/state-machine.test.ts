import { equal } from 'node:assert/strict';
import { type Principal, principalKey } from '@signalbox/contracts';
import { ChangeRequest } from '../../services/change-requests/src/request/change-request.ts';
import { Approval } from '../../services/change-requests/src/tables/decision.ts';
import { findChanges, ProposedChange } from '../../services/change-requests/src/request/proposed-change.ts';
import {
  activeStates,
  requestedStates,
  type Party,
  transitions,
  type Trigger,
} from '../../services/change-requests/src/request/state-machine.ts';
import { type State, states } from '../../services/change-requests/src/tables/change-request.ts';
import { type ChangesApp, openChangesApp, requests } from './changes-app.fixture.ts';

const callers = ['author', 'administrator', 'approver', 'applier', 'anybody'] as const;
type Caller = (typeof callers)[number];

/** Relation of a caller to a request, according to the table. */
const parties: Readonly<Record<Caller, readonly Party[]>> = {
  author: ['author'],
  administrator: ['administrator', 'approver', 'applier'],
  approver: ['approver'],
  applier: ['applier'],
  anybody: [],
};

/** Expected status and following state, according to the table. */
function expected(from: State, trigger: Trigger, caller: Caller): { readonly status: number; readonly to: State | null } {
  const own = parties[caller];
  if (from === 'Draft' && caller !== 'author' && caller !== 'administrator') return { status: 404, to: from };
  const triggered = transitions.filter((transition) => transition.trigger === trigger);
  const mayCause = ({ who }: { readonly who: readonly Party[] }) => who.some((party) => own.includes(party));
  if (!triggered.some(mayCause)) return { status: 403, to: from };
  const legal = triggered.filter((transition) => transition.from === from);
  if (legal.length === 0) return { status: 400, to: from };
  const possible = legal.find(({ when }) => when !== 'approvals are missing');
  if (possible?.requires.includes('approvals are missing') && mayCause(possible)) return { status: 400, to: from };
  return possible && mayCause(possible) ? { status: 200, to: possible.to } : { status: 403, to: from };
}

describe('a change request in each state', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('switched');
  });
  after(() => at.close());

  /** Creates a request in the state, with one change and, if applicable, its approval. */
  const store = (author: Principal, state: State) =>
    at.app.store('change-requests').transaction(async (em) => {
      const who = { author: principalKey(author), createdByUserId: author.id, createdBy: author.name, createdAt: new Date() };
      const where = { project: 'default', environment: 'production' };
      const request = em.create(ChangeRequest, {
        ...who,
        ...where,
        origin: '00000000-0000-7000-8000-000000000000',
        active: activeStates.includes(state) ? true : null,
        state,
        title: null,
        minApprovals: 1,
        stateTimestamps: {},
        lastCommentId: 0,
        attempt: 0,
        applyingByClock: false,
        applyingSince: null,
        applyingActor: null,
      });
      await em.flush();
      const change = { action: 'updateEnabled' as const, feature: 'switched', payload: { enabled: true } };
      em.create(ProposedChange, { ...who, ...change, requestId: request.id, sortOrder: 1, segment: null, snapshot: null });
      await em.flush();
      const changes = await findChanges(em, request.id);
      return { id: request.id, changeId: changes[0]?.id };
    });

  const approve = async (id: number) => {
    const { contentHash } = await at.get(id);
    await at.app.store('change-requests').transaction(async (em) => {
      const user = { userId: at.approver.id ?? 0, userName: at.approver.name };
      em.create(Approval, { requestId: id, ...user, contentHash, roles: [], groups: [], createdAt: new Date() });
      await em.flush();
    });
  };

  const stateOf = async (id: number): Promise<State | null> =>
    (await at.app.store('change-requests').reader().findOne(ChangeRequest, { id }))?.state ?? null;

  const triggers: readonly Trigger[] = [...requestedStates.filter((state) => state !== 'Scheduled'), 'edit', 'discard'];
  for (const from of states) {
    for (const trigger of triggers) {
      it(`allows ${trigger} from ${from} only for the callers in the table, and reaches the state in the table`, async () => {
        for (const caller of callers) {
          const author = at.app.users.someone();
          const users = {
            author,
            administrator: at.app.users.admin,
            approver: at.approver,
            applier: at.applier,
            anybody: at.app.users.viewer,
          };
          const { id, changeId } = await store(author, from);
          if (from === 'Approved' || from === 'Scheduled') await approve(id);
          const client = at.app.as(users[caller]);
          const { status, body } =
            trigger === 'edit'
              ? await client.delete(`${requests}/${id}/changes/${changeId}`)
              : trigger === 'discard'
                ? await client.delete(`${requests}/${id}`)
                : await client.put(`${requests}/${id}/state`, { state: trigger });
          const should = expected(from, trigger, caller);
          equal(status, should.status, `${caller}: ${JSON.stringify(body)}`);
          equal(await stateOf(id), should.to, caller);
        }
      });
    }
  }
});
