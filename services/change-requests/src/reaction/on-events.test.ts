import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  changesProposed,
  type Envelope,
  envelopeType,
  environmentDeleted,
  type EventDefinition,
  exchanges,
  featureArchived,
  featureEnvironmentEnabled,
  featureStrategyUpdate,
  type Principal,
  principalKey,
  projectCreated,
  projectDeleted,
  projectEnvironmentRemoved,
  protectionBypassed,
  releasePlanMilestoneStarted,
  userDeleted,
} from '@signalbox/contracts';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { RequestedApprover } from '../move/requested-approver.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { ChangeTouch } from '../request/change-touch.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { activeStates } from '../request/state-machine.ts';
import { type State, states } from '../tables/change-request.ts';
import { changeRequests } from '../service.ts';
import { bypassKey } from './on-bypass.ts';
import { onEvents } from './on-events.ts';

describe('the reactions of change requests to events', () => {
  let app: TestApp;
  let sequence = 0;
  before(async () => {
    app = await start([changeRequests]);
  });
  after(() => app.close());

  const envelopeOf = ({ service, type, version }: EventDefinition, event: object, correlationid?: string): Envelope => {
    const createdAt = new Date().toISOString();
    const scope = { project: null, environment: null, featureName: null, data: null, preData: null };
    return {
      specversion: '1.0',
      id: randomUUID(),
      source: `/signalbox/${service}`,
      type: envelopeType(type, version),
      time: createdAt,
      datacontenttype: 'application/json',
      sequence: ++sequence,
      ...(correlationid ? { correlationid } : {}),
      data: { type, createdBy: 'admin', createdByUserId: 1, createdAt, ...scope, ...event, tags: [] },
    };
  };

  const emit = async (definition: EventDefinition, event: object) => {
    const envelope = envelopeOf(definition, event);
    const { id } = envelope;
    const key = `${definition.service}.${definition.type}`;
    await app.host.bus.publish([{ id, exchange: exchanges.events, key, body: JSON.stringify(envelope) }]);
  };

  const projectShape = (id: string) => ({
    id,
    name: id,
    description: null,
    mode: 'open',
    defaultStickiness: 'default',
    featureLimit: null,
    featureNaming: { pattern: null, example: null, description: null },
  });

  const store = (author: Principal, state: State, [project, environment]: readonly [string, string]) =>
    app.store('change-requests').transaction(async (em) => {
      const request = em.create(ChangeRequest, {
        origin: randomUUID(),
        project,
        environment,
        author: principalKey(author),
        active: null,
        state,
        title: null,
        minApprovals: 1,
        createdByUserId: author.id,
        createdBy: author.name,
        createdAt: new Date(),
        stateTimestamps: {},
        lastCommentId: 0,
        attempt: 0,
        applyingByClock: false,
        applyingSince: null,
        applyingActor: null,
      });
      await em.flush();
      return request.id;
    });

  const statesOf = (author: Principal) =>
    app.store('change-requests').transaction(async (em) => {
      const requests = await em.find(ChangeRequest, { author: principalKey(author) }, { orderBy: { id: 'asc' } });
      return requests.map(({ project, environment, state }) => `${project} ${environment} ${state}`);
    });

  it('pass over changes that outdate no schedule, unless a request records them as a direct write', async () => {
    const switched = envelopeOf(featureEnvironmentEnabled, { featureName: 'one', environment: 'qa' }, 'a-request');
    const changed = envelopeOf(featureStrategyUpdate, { featureName: 'one' }, 'a-request');
    const created = envelopeOf(projectCreated, {}, 'a-request');
    const bypassed = envelopeOf(protectionBypassed, {}, 'a-request');
    const passedOver = async (...batch: readonly Envelope[]) => {
      const isIgnored = await onEvents.ignores?.(app.store('change-requests').reader(), batch);
      return batch.filter((envelope) => isIgnored?.(envelope)).map(({ data }) => data.type);
    };
    deepEqual(await passedOver(switched, changed, created), [switched.data.type, changed.data.type]);
    deepEqual(await passedOver(bypassed, switched), []);

    const requestId = await store(app.users.someone(), 'Scheduled', ['passing', 'qa']);
    const schedule = { requestId, scheduledAt: new Date(), status: 'failed', failureReason: null, scheduledBy: app.users.admin } as const;
    await app.store('change-requests').transaction(async (em) => void em.create(RequestSchedule, { ...schedule, orphaned: false }));
    deepEqual(await passedOver(switched, changed), [switched.data.type]);

    const bypass = bypassKey('a-request', switched.data);
    await app.store('change-requests').transaction((em) => em.nativeUpdate(ChangeRequest, { id: requestId }, { bypass }));
    deepEqual(await passedOver(switched, changed), []);
    const others = { ...switched, correlationid: 'another-request' };
    deepEqual(await passedOver(others), [switched.data.type]);
  });

  it('remove requests with their project or environment, or when the project stops using the environment', async () => {
    const author = app.users.someone();
    for (const project of ['first', 'second']) {
      for (const environment of ['qa', 'production', 'old']) await store(author, 'Applied', [project, environment]);
    }
    await emit(projectEnvironmentRemoved, { project: 'first', environment: 'qa' });
    const left = (...names: string[]) =>
      eventually(async () =>
        deepEqual(
          await statesOf(author),
          names.map((name) => `${name} Applied`),
        ),
      );
    await left('first production', 'first old', 'second qa', 'second production', 'second old');
    const shape = { name: 'old', type: 'test', sortOrder: 1, enabled: true, protected: false };
    await emit(environmentDeleted, { environment: 'old', preData: shape });
    await left('first production', 'second qa', 'second production');
    await emit(projectDeleted, { project: 'second', preData: projectShape('second') });
    await left('first production');
  });

  it('cancel only open requests when their project or environment is deleted', async () => {
    const author = app.users.someone();
    for (const state of states) await store(author, state, ['ending', 'qa']);
    const remaining = await store(author, 'Approved', ['ending', 'production']);
    const cancelledBy = (work: () => Promise<void>) => app.eventsOf('change-requests', work);
    const first = await cancelledBy(async () => {
      await emit(projectEnvironmentRemoved, { project: 'ending', environment: 'qa' });
      await eventually(async () => deepEqual(await statesOf(author), ['ending production Approved']));
    });
    deepEqual(
      first.map(({ type, project, environment }) => [type, project, environment]),
      ['Draft', 'In review', 'Approved', 'Scheduled'].map(() => ['change-request-cancelled', 'ending', 'qa']),
    );
    const second = await cancelledBy(async () => {
      await emit(environmentDeleted, {
        environment: 'production',
        preData: { name: 'production', type: 'production', sortOrder: 1, enabled: true, protected: false },
      });
      await eventually(async () => deepEqual(await statesOf(author), []));
    });
    deepEqual(
      second.filter(({ project }) => project === 'ending').map(({ type, data }) => ({ type, data })),
      [{ type: 'change-request-cancelled', data: { changeRequestId: remaining } }],
    );
  });

  it('cancel open requests of a deleted project', async () => {
    const author = app.users.someone();
    const ids: number[] = [];
    for (const state of ['Approved', 'Applied'] as const) ids.push(await store(author, state, ['closing', 'qa']));
    const events = await app.eventsOf('change-requests', async () => {
      await emit(projectDeleted, { project: 'closing', preData: projectShape('closing') });
      await eventually(async () => deepEqual(await statesOf(author), []));
    });
    deepEqual(
      events.map(({ type, project, data }) => ({ type, project, data })),
      [{ type: 'change-request-cancelled', project: 'closing', data: { changeRequestId: ids[0] } }],
    );
  });

  const schedule = async (author: Principal, kind: ChangeTouch['kind'], togglesPosition: number) => {
    const requestId = await store(author, 'Scheduled', ['default', 'qa']);
    await app.store('change-requests').transaction(async (em) => {
      const by = { createdByUserId: author.id, createdBy: author.name, author: principalKey(author), createdAt: new Date() };
      const what = { action: 'updateEnabled', feature: 'touched', segment: null, payload: { enabled: true }, snapshot: null } as const;
      const change = em.create(ProposedChange, { requestId, sortOrder: 1, ...what, ...by });
      await em.flush();
      em.create(ChangeTouch, { changeId: change.id, kind, touchedId: 'touched', requestId });
      const scheduledAt = new Date(Date.now() + 3_600_000);
      const pending = { scheduledAt, status: 'pending', failureReason: null, scheduledBy: author, orphaned: false } as const;
      em.create(RequestSchedule, { requestId, ...pending, togglesPosition });
    });
    return requestId;
  };

  const statusOf = async (requestId: number) =>
    (await app.store('change-requests').reader().findOneOrFail(RequestSchedule, { requestId })).status;

  const startApplying = (...ids: readonly number[]) =>
    app
      .store('change-requests')
      .transaction((em) => em.nativeUpdate(ChangeRequest, { id: { $in: [...ids] } }, { applyingSince: new Date() }));

  it('fail a schedule after a later event, unless it is being applied or already includes the event', async () => {
    const author = app.users.someone();
    const applying = await schedule(author, 'feature', sequence);
    await startApplying(applying);
    const knowing = await schedule(author, 'feature', sequence + 1);
    const unaware = await schedule(author, 'feature', sequence);
    const events = await app.eventsOf('change-requests', async () => {
      await emit(featureArchived, { project: 'default', featureName: 'touched' });
      await eventually(async () => equal(await statusOf(unaware), 'failed'));
      deepEqual([await statusOf(knowing), await statusOf(applying)], ['pending', 'pending']);
    });
    deepEqual(
      events.map(({ type, data }) => [type, (data as { changeRequestId: number }).changeRequestId]),
      [['change-request-scheduled-application-failure', unaware]],
    );
  });

  it('fail a schedule of a change to a release plan that changes', async () => {
    const scheduled = await schedule(app.users.someone(), 'release-plan', sequence);
    const milestone = { releasePlanId: '01', milestoneId: '02', milestoneName: 'Beta' };
    await emit(releasePlanMilestoneStarted, { project: 'default', environment: 'qa', featureName: 'touched', data: milestone });
    await eventually(async () => equal(await statusOf(scheduled), 'failed'));
  });

  it('remove a deleted user from requested reviewers, and keep the other ones', async () => {
    const [deleted, other] = [app.users.someone(), app.users.someone()];
    const requestId = await store(app.users.someone(), 'In review', ['default', 'reviewed']);
    await app.store('change-requests').transaction(async (em) => {
      for (const { id } of [deleted, other]) em.create(RequestedApprover, { requestId, userId: Number(id) });
      await em.flush();
    });
    const { id, name, rootRole } = deleted;
    await emit(userDeleted, { preData: { id, name, username: name, email: null, rootRole } });
    await eventually(async () => {
      const left = await app.store('change-requests').reader().find(RequestedApprover, { requestId });
      deepEqual(
        left.map(({ userId }) => userId),
        [other.id],
      );
    });
  });

  it('open one request for each API token that imports', async () => {
    const changes = [{ action: 'updateEnabled', feature: 'imported', payload: { enabled: true }, touches: [] }];
    for (const id of [7, 8])
      await emit(changesProposed, {
        project: 'importing',
        environment: 'qa',
        createdBy: 'ci',
        createdByUserId: null,
        data: { author: `api-token:${id}`, changes },
      });
    await eventually(async () => {
      const requests = await app
        .store('change-requests')
        .reader()
        .find(ChangeRequest, { project: 'importing' }, { orderBy: { id: 'asc' } });
      deepEqual(
        requests.map(({ author }) => author),
        ['api-token:7', 'api-token:8'],
      );
    });
  });

  it('name the agent that proposes for its user, in the request and in its events', async () => {
    const changes = [{ action: 'updateEnabled', feature: 'imported', payload: { enabled: true }, touches: [] }];
    const via = { agent: 'Code Pilot', client: 'signalbox mcp' };
    const author = app.users.someone();
    const events = await app.eventsOf('change-requests', async () => {
      await emit(changesProposed, {
        project: 'piloted',
        environment: 'qa',
        createdBy: author.name,
        createdByUserId: author.id,
        via,
        data: { author: `user:${author.id}`, changes, planHash: 'f'.repeat(64), requiredApprovals: 1 },
      });
      await app.host.bus.idle();
    });
    deepEqual(new Set(events.map((event) => JSON.stringify([event.createdBy, event.via]))), new Set([JSON.stringify([author.name, via])]));
    const [request] = await app.store('change-requests').reader().find(ChangeRequest, { project: 'piloted' });
    deepEqual([request?.via, request?.minApprovals, request?.state], [via, 1, 'In review']);
    const { body } = await app.as(app.users.admin).get('/api/admin/search/change-requests?project=IS:piloted');
    deepEqual(
      body.changeRequests.map((found: { readonly via?: object }) => found.via),
      [via],
    );
  });

  it('delete the drafts of a deleted user, cancel open requests, and keep others: scheduled ones with a comment', async () => {
    const author = app.users.someone();
    const other = app.users.someone();
    for (const state of states) await store(author, state, ['third', state]);
    await startApplying(await store(author, 'Approved', ['third', 'applying']));
    await store(other, 'Draft', ['third', 'Draft']);
    const scheduled = await store(other, 'Scheduled', ['third', 'Scheduled']);
    await app.store('change-requests').transaction(async (em) => {
      const scheduledAt = new Date(Date.now() + 3_600_000);
      em.create(RequestSchedule, {
        requestId: scheduled,
        scheduledAt,
        status: 'pending',
        failureReason: null,
        scheduledBy: author,
        orphaned: false,
      });
      await em.flush();
    });
    const { id, name } = author;
    const emitted = await app.eventsOf('change-requests', async () => {
      await emit(userDeleted, { preData: { id, name, username: name, email: null, rootRole: author.rootRole } });
      const outcome = states
        .filter((state) => state !== 'Draft')
        .map((state) => `third ${state} ${activeStates.includes(state) ? 'Cancelled' : state}`);
      await eventually(async () => deepEqual(await statesOf(author), [...outcome, 'third applying Approved']));
    });
    deepEqual(
      emitted.map(({ type, environment }) => `${type} in ${environment}`),
      ['change-request-discarded in Draft', 'change-request-cancelled in In review', 'change-request-cancelled in Approved'],
    );
    deepEqual(await statesOf(other), ['third Draft Draft', 'third Scheduled Scheduled']);
    const [{ schedule, comments }] = (await app.as(app.users.admin).get('/api/admin/projects/third/change-requests')).body.filter(
      (request: { id: number }) => request.id === scheduled,
    );
    deepEqual([schedule.scheduledBy, schedule.schedulerDeleted], [name, true]);
    deepEqual(
      comments.map(({ text, createdBy }: { text: string; createdBy: object }) => ({ text, by: (createdBy as { id: null }).id })),
      [
        {
          text: `The account of ${name}, who scheduled this change request, was deleted. It will fail at its time unless someone approves it or schedules it again.`,
          by: null,
        },
      ],
    );
  });
});
