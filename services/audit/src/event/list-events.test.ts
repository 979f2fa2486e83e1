import { deepEqual, equal } from 'node:assert/strict';
import { get } from 'node:http';
import { type Principal, principalHeader, roleIds, validator } from '@signalbox/contracts';
import { route, service, StreamedReply, surface } from '@signalbox/kit';
import { type TestApp, eventually, sign, start } from '@signalbox/testing';
import { Type } from 'typebox';
import { audit } from '../service.ts';
import { type Event, EventList } from './event.schema.ts';
import { writeEventList } from './list-events.ts';
import { publish, emittedEvent } from './emitted-event.fixture.ts';

const events = '/api/admin/events';
const idsOf = ({ events: listed }: { events: { id: number }[] }) => listed.map(({ id }) => id);

describe('list events', () => {
  let app: TestApp;
  let member: Principal;
  /** Events 1 to 1,203 alternate between two projects, one of them hidden. The last event belongs to the instance. */
  const last = 1204;
  const newestFirst = Array.from({ length: last }, (_, index) => last - index);
  before(async () => {
    app = await start([audit]);
    member = app.users.someone();
    await app.users.hide('secret');
    await app.users.grant(member, roleIds.member, 'secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'default');
    const numbers = Array.from({ length: last - 1 }, (_, index) => index + 1);
    const messages = numbers.map((number) => emittedEvent(number, { project: number % 2 === 0 ? 'secret' : 'default' }));
    await publish(app, [...messages, emittedEvent(last, { type: 'user-created', project: null, featureName: null, data: { id: 7 } })]);
  });
  after(() => app.close());

  it('returns the last 100 events of the instance, newest first, and counts all', async () => {
    const { status, body, headers } = await app.as(app.users.admin).get(events);
    equal(status, 200);
    equal(headers['content-type'], 'application/json; charset=utf-8');
    equal(body.version, 1);
    equal(body.totalEvents, last);
    deepEqual(idsOf(body), newestFirst.slice(0, 100));
    deepEqual(body.events[0], {
      id: last,
      createdAt: '2026-03-01T08:30:00.123Z',
      type: 'user-created',
      createdBy: 'editor',
      createdByUserId: 12,
      project: null,
      environment: null,
      featureName: null,
      data: { id: 7 },
      preData: null,
      tags: [],
      groupId: null,
      groupType: null,
    });
  });

  it('returns all events of a project, and no others', async () => {
    const { status, body, headers } = await app.as(app.users.admin).get(`${events}?project=default`);
    equal(status, 200);
    equal(headers['content-type'], 'application/json; charset=utf-8');
    deepEqual(
      idsOf(body),
      newestFirst.filter((id) => id < last && id % 2 === 1),
    );
    equal(body.totalEvents, 602);
    equal(validator(EventList)(body), true);
    equal(validator(EventList)({ ...body, events: [{ ...body.events[0], id: 0 }] }), false);
  });

  it('returns an empty list for an unknown project', async () => {
    for (const project of ['nowhere', '', 'DEFAULT', 'default%20', "';drop table event"]) {
      const { status, body } = await app.as(app.users.admin).get(`${events}?project=${project}`);
      equal(status, 200);
      deepEqual(body, { version: 1, events: [], totalEvents: 0 });
    }
  });

  it('refuses a project name with a NUL character', async () => {
    const { status, body } = await app.as(app.users.admin).get(`${events}?project=default%00`);
    equal(status, 400);
    equal(body.name, 'ValidationError');
  });

  it('shows a project to users with access to it', async () => {
    const viewed = await app.as(app.users.viewer).get(`${events}?project=default`);
    equal(viewed.body.totalEvents, 602);
    const known = await app.as(member).get(`${events}?project=secret`);
    equal(known.body.totalEvents, 601);
  });

  for (const name of ['secret', 'secret%20']) {
    it(`treats the hidden project ${name} as unknown`, async () => {
      const { status, body } = await app.as(app.users.viewer).get(`${events}?project=${name}`);
      equal(status, 200);
      deepEqual(body, { version: 1, events: [], totalEvents: 0 });
    });
  }

  it('refuses the events of the instance to non-administrators, and names the permission', async () => {
    for (const user of [app.users.viewer, app.users.editor]) {
      const { status, body } = await app.as(user).get(events);
      equal(status, 403);
      equal(body.name, 'NoAccessError');
      deepEqual(body.permissions, ['ADMIN']);
    }
  });

  it('accepts an admin token and refuses a client token', async () => {
    equal((await app.as(app.users.adminToken).get(events)).status, 200);
    equal((await app.as(app.users.clientToken).get(`${events}?project=default`)).status, 403);
  });

  it('refuses an anonymous caller with 401', async () => {
    for (const path of [events, `${events}?project=default`]) {
      const { status, body } = await app.as(null).get(path);
      equal(status, 401);
      equal(body.name, 'AuthenticationRequired');
    }
  });

  it('refuses two projects at once with 400', async () => {
    const { status, body } = await app.as(app.users.admin).get(`${events}?project=a&project=b`);
    equal(status, 400);
    equal(body.name, 'ValidationError');
  });
});

describe('writeEventList', () => {
  const event: Event = {
    id: 1,
    createdAt: '2026-03-01T08:30:00.123Z',
    type: 'feature-created',
    createdBy: 'editor',
    createdByUserId: null,
    project: 'default',
    environment: null,
    featureName: 'checkout',
    data: { note: 'x'.repeat(1000) },
    preData: null,
    tags: [],
    groupId: null,
    groupType: null,
  };

  const textOf = async (pages: Event[][]) => {
    async function* source() {
      yield* pages.map((page) => page.map((each) => JSON.stringify(each)));
    }
    let text = '';
    for await (const chunk of writeEventList(source())) text += chunk;
    return JSON.parse(text) as unknown;
  };

  it('writes valid JSON for no page, one and several', async () => {
    deepEqual(await textOf([]), { version: 1, events: [], totalEvents: 0 });
    deepEqual(await textOf([[event]]), { version: 1, events: [event], totalEvents: 1 });
    deepEqual(await textOf([[event, event], [event]]), { version: 1, events: [event, event, event], totalEvents: 3 });
  });

  it('stops reading when the client disconnects', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield await Promise.resolve([JSON.stringify(event)]);
      } finally {
        ended = true;
      }
    }
    const listing = route(
      { method: 'get', path: '/endless', summary: 'Endless', permission: 'public', answers: { 200: Type.Unknown() }, failures: [] },
      async () => new StreamedReply(writeEventList(endless())),
    );
    const app = await start([service({ surface: surface({ name: 'endless' }), routes: [listing] })]);
    const headers = { [principalHeader]: await sign(app.users.admin) };
    const request = get(`${app.url}/endless`, { headers }, (response) => response.once('data', () => request.destroy()));
    request.on('error', () => undefined);
    await eventually(() => ended);
    await app.close();
  });
});
