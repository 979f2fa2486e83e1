import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { Job, OpenContext } from '@signalbox/kit';
import { roleIds } from '@signalbox/contracts';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { takeCheckpoints, takeCheckpointWhenDue } from '../checkpoint/take-checkpoint.ts';
import { publish, messageOf, emittedEvent } from '../event/emitted-event.fixture.ts';
import { readHead } from '../log/event.ts';
import { tablesOf } from '../tables/tables.ts';
import type { Audit } from '../open-audit.ts';
import { audit } from '../service.ts';
import { NoExport, verifyExport } from '../verification/verify-export.ts';

const path = '/api/admin/audit/events/export';
/** Signs at multiples of a hundred events only: the first checkpoint is due at once, however many events have arrived. */
const signHundreds = async (context: OpenContext<Audit>): Promise<void> => {
  if ((await readHead(context.em)).id % 100 === 0) await takeCheckpointWhenDue(context);
};
const jobs = [{ ...takeCheckpoints, everyMs: 20, run: signHundreds } as unknown as Job<never>];
const last = 302;

describe('the event export', () => {
  let app: TestApp;
  before(async () => {
    app = await start([{ ...audit, jobs }], { jobs: true, settings: { AUDIT_CHECKPOINT_EVENTS: '100' } });
    await app.users.hide('secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'default');
    const emitted = (number: number) =>
      emittedEvent(number, {
        project: number % 2 === 0 ? 'secret' : 'default',
        data: { name: `"quoted", ${number}`, text: '=1+1\n🚂', number: 0.1 },
        preData: number % 3 === 0 ? { '2': 1, __proto__x: null } : null,
        correlationId: `request-${number}`,
        tags: [{ type: 'simple', value: 'payments' }],
      });
    for (const from of [1, 101, 201]) {
      await publish(
        app,
        Array.from({ length: 100 }, (_, index) => emitted(from + index)),
      );
      await eventually(async () => equal((await get('/api/admin/audit/checkpoints')).body.checkpoints[0]?.eventId, from + 99));
    }
    await publish(app, [messageOf('no event'), emitted(301)]);
  });
  after(() => app.close());
  const get = (each: string, user = app.users.admin) => app.as(user).get(each);
  const linesOf = async (query = '', user = app.users.admin): Promise<string[]> =>
    String((await get(`${path}${query}`, user)).body)
      .trimEnd()
      .split('\n');
  const idsOf = async (query = '', user = app.users.admin) =>
    (await linesOf(query, user)).map((line) => JSON.parse(line).id).filter((id) => id !== undefined);
  const verify = (lines: readonly string[]) =>
    verifyExport(async function* read() {
      yield* lines;
    });

  it('has one line per event, oldest first: the event of the lists, and everything else that its hash covers', async () => {
    const { status, headers } = await get(path);
    deepEqual([status, headers['content-type']], [200, 'application/x-ndjson; charset=utf-8']);
    const lines = await linesOf();
    equal(lines.length, last);
    const { shown, source, sequence, revision, messageId, raw, payloadHash, previousHash, hash, ...event } = JSON.parse(lines[299] ?? '');
    const listed = (await get('/api/admin/search/events?id=IS:300')).body.events[0];
    const { label, summary, ...asListed } = listed;
    deepEqual(event, asListed);
    deepEqual([shown, source, sequence, revision, raw, payloadHash], [true, '/signalbox/toggles', 300, null, null, null]);
    deepEqual(
      [messageId, previousHash, hash].map((text) => text.length),
      [36, 64, 64],
    );
    deepEqual(JSON.parse(lines.at(-1) ?? ''), { trailer: { from: 1, to: last, events: 301, complete: false, keys: [] } });
  });

  it('continues after an event, and accepts all conditions of the search', async () => {
    deepEqual(await idsOf('?after=299'), [300, 302]);
    deepEqual(await idsOf('?after=5000'), []);
    deepEqual(await idsOf('?project=IS:secret&after=296'), [298, 300]);
    deepEqual(await idsOf('?groupId=IS_ANY_OF:request-4,request-9'), [4, 9]);
    deepEqual(await idsOf('?query=quoted%22%2C 17&type=IS:feature-created'), []);
    equal((await idsOf('?from=IS:2026-03-01&to=IS:2026-03-01')).length, 301);
    equal((await get(`${path}?type=IS:none`)).status, 400);
    equal((await get(`${path}?format=xml`)).status, 400);
  });

  it('contains only events of visible projects for non-administrators', async () => {
    deepEqual((await idsOf('', app.users.viewer)).slice(0, 3), [1, 3, 5]);
    deepEqual(await idsOf('?project=IS:secret', app.users.viewer), []);
    equal((await get(`${path}?complete=true`, app.users.viewer)).status, 403);
    equal((await app.as(null).get(path)).status, 401);
  });

  it('is available as CSV with JSON content in cells, safe from formula injection', async () => {
    const { headers, body } = await get(`${path}?format=csv&after=298`);
    equal(headers['content-type'], 'text/csv; charset=utf-8');
    const [heading, first = '', ...rows] = String(body).trimEnd().split('\n');
    equal(
      heading,
      'id,createdAt,type,createdBy,createdByUserId,project,environment,featureName,data,preData,tags,groupId,agent,imported,hash',
    );
    equal(rows.length, 2);
    ok(first.startsWith('"299","2026-03-01T08:30:00.123Z","feature-created","editor","12","default","","checkout","{""name"":'), first);
  });

  it('is complete for administrators on request, and can be verified without a server', async () => {
    const found = await verify(await linesOf('?complete=true'));
    const { keys, ...rest } = found;
    deepEqual(rest, { complete: true, from: 1, to: last, events: last, checkpoints: 3, signedTo: 300, keysAreGiven: false, break: null });
    equal(keys.length, 1);
    equal((await get(`${path}?complete=true&project=IS:default`)).status, 400);
    equal((await get(`${path}?complete=true&format=csv`)).status, 400);
  });

  it('can be verified in parts: truncated and continued exports, and selected events', async () => {
    const [first, second] = [await linesOf('?complete=true'), await linesOf('?complete=true&after=150')];
    const joined = await verify([...first.slice(0, 150), ...second]);
    deepEqual([joined.from, joined.events, joined.break], [1, last, null]);
    const rest = await verify(second);
    deepEqual([rest.from, rest.events, rest.checkpoints, rest.break], [151, 152, 2, null]);
    const picked = await linesOf('?project=IS:secret');
    deepEqual([(await verify(picked)).complete, (await verify(picked)).break], [false, null]);
    const changed = picked.map((line) => line.replace('request-20"', 'request-21"'));
    deepEqual((await verify(changed)).break, { id: 20, reason: 'changed' });
  });

  const positions = Array.from({ length: 31 }, (_, index) => Math.min(1 + index * 10, last));
  const tampering: Record<string, { tamper: (lines: string[], id: number) => string[]; found: (id: number) => unknown }> = {
    'a change': {
      tamper: (lines, id) => lines.map((line, at) => (at === id - 1 ? line.replace(/"createdBy":"\w+"/, '"createdBy":"another"') : line)),
      found: (id) => ({ id, reason: 'changed' }),
    },
    'another spelling of a time': {
      tamper: (lines, id) => lines.map((line, at) => (at === id - 1 ? line.replace(/("createdAt":"[^"]+)Z/, '$1+00:00') : line)),
      found: (id) => ({ id, reason: 'changed' }),
    },
    'a field that no hash covers': {
      tamper: (lines, id) => lines.map((line, at) => (at === id - 1 ? line.replace(/}$/, ',"imported":{"source":"x","id":1}}') : line)),
      found: (id) => ({ id, reason: 'changed' }),
    },
    'a number in place of a boolean': {
      tamper: (lines, id) => lines.map((line, at) => (at === id - 1 ? line.replace(/"shown":\w+/, '"shown":1') : line)),
      found: (id) => ({ id, reason: 'changed' }),
    },
    'a row with a fraction as its id': {
      tamper: (lines, id) => lines.toSpliced(id - 1, 0, (lines[id - 1] ?? '').replace(/^{"id":\d+/, `{"id":${id - 0.5}`)),
      found: (id) => ({ id, reason: 'added' }),
    },
    'a line that is no event': {
      tamper: (lines, id) => lines.toSpliced(id - 1, 0, (lines[id - 1] ?? '').replace('{', '{ ')),
      found: (id) => ({ id, reason: 'added' }),
    },
    'a deletion': { tamper: (lines, id) => lines.toSpliced(id - 1, 1), found: (id) => ({ id, reason: 'missing' }) },
    'a swap': {
      tamper: (lines, id) => lines.toSpliced(id - 1, 2, lines[id] ?? '', lines[id - 1] ?? ''),
      found: (id) => ({ id, reason: 'missing' }),
    },
    'an insertion': { tamper: (lines, id) => lines.toSpliced(id, 0, lines[id - 1] ?? ''), found: (id) => ({ id, reason: 'added' }) },
    'a truncation': { tamper: (lines, id) => lines.toSpliced(id - 1, last - id + 1), found: (id) => ({ id, reason: 'missing' }) },
    'a truncation with a rewritten trailer': {
      tamper: (lines, id) =>
        lines.toSpliced(id - 1, last - id + 1).map((line) => {
          const { trailer } = JSON.parse(line);
          return trailer ? JSON.stringify({ trailer: { ...trailer, to: id - 1, events: id - 1 } }) : line;
        }),
      found: (id) => (id <= 300 ? { id, reason: 'missing' } : null),
    },
  };
  for (const [what, { tamper, found }] of Object.entries(tampering)) {
    it(`fails verification after ${what}, at any position`, async () => {
      const lines = await linesOf('?complete=true');
      const ids = positions.filter((id) => what !== 'a swap' || id < last);
      const breaks = await Promise.all(ids.map(async (id) => (await verify(tamper([...lines], id))).break));
      deepEqual(breaks, ids.map(found));
    });
  }

  it('is rejected by verification without a trailer or with a line that is not JSON', async () => {
    const lines = await linesOf('?complete=true');
    await rejects(verify(lines.slice(0, -1)), NoExport);
    await rejects(verify(['{"id":1', ...lines]), NoExport);
  });

  it('fails verification with keys other than those in the file', async () => {
    const lines = await linesOf('?complete=true');
    const { keys } = (await get('/api/admin/audit/checkpoints')).body;
    const read = async function* read() {
      yield* lines;
    };
    equal((await verifyExport(read, keys)).break, null);
    deepEqual((await verifyExport(read, [{ ...keys[0], x: 'A'.repeat(43) }])).break, { id: 1, reason: 'unsigned' });
  });

  it('refuses more concurrent exports than allowed with 503, and accepts new ones afterwards', async () => {
    const busy = await start([audit], { settings: { AUDIT_EXPORTS_AT_ONCE: '1' } });
    await publish(
      busy,
      [1, 2, 3].map((number) => emittedEvent(number)),
    );
    await busy.store('audit').transaction(async (em) => {
      for (const id of [3, 2]) await tablesOf(em).executeQuery(CompiledQuery.raw(`update event set id = ${id * 30_000} where id = ${id}`));
      await tablesOf(em).updateTable('head').set({ event_id: 90_000 }).execute();
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => busy.as(busy.users.admin).get(path)));
    const refused = answers.filter(({ status }) => status === 503);
    ok(refused.length > 0 && refused.length < 10, `${refused.length} of 10 refused`);
    equal((await busy.as(busy.users.admin).get(path)).status, 200);
    await busy.close();
  });
});
