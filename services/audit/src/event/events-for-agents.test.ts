import { deepEqual, ok } from 'node:assert/strict';
import { eventDefinitions, type Principal } from '@signalbox/contracts';
import { samples as stored } from '@signalbox/contracts/samples';
import { start, type TestApp } from '@signalbox/testing';
import { audit } from '../service.ts';
import { messageOf, publish } from './emitted-event.fixture.ts';

const samples = [...stored.values()];

/** Subjects that are no business of agents, by the names of their events. */
const closed =
  /^(?:api-token|pat|public-signup-token|user|factor-policy|group|role|service-account|project-access|project-user|project-group|workload|addon|resource-purged|events-imported)/;

describe('the events that agents can find', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await publish(
      app,
      samples.map(({ data, ...sample }) =>
        messageOf(JSON.stringify({ ...sample, data: { ...data, project: 'default' } }), { id: sample.id, key: data.type }),
      ),
    );
  });
  after(() => app.close());

  const foundBy = async (who: Principal, query = ''): Promise<Set<string>> => {
    const { body } = await app.as(who).get(`/api/admin/search/events?limit=1000${query}`);
    return new Set(body.events.map(({ type }: { type: string }) => type));
  };

  it('concern features and change requests, of all events that their user can find', async () => {
    const types = samples.map(({ data }) => data.type);
    deepEqual(new Set(types), new Set(eventDefinitions.keys()));
    const { admin } = app.users;
    const agent: Principal = { ...admin, via: { agent: 'Code Pilot', client: 'test' }, mode: 'write' };
    const all = await foundBy(admin);
    const open = [...all].filter((type) => !closed.test(type));
    ok(all.has('api-token-created') && open.length < all.size);
    deepEqual(await foundBy(agent), new Set(open));
    deepEqual(await foundBy(agent, '&project=IS:default'), new Set(open));
    deepEqual(await foundBy(agent, '&type=IS_ANY_OF:api-token-created,feature-created'), new Set(['feature-created']));
  });
});
