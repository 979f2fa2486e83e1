import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { cipherOf } from '@signalbox/cipher';
import { columnName } from '@signalbox/table';
import { eventually, testEnvironment, type TestApp } from '@signalbox/testing';
import { Checkpoint, sign, claimsOf } from '../checkpoint/checkpoint.ts';
import { CheckpointKey, signingKey } from '../checkpoint/checkpoint-key.ts';
import { readSeals, newestFindings, sealingOf } from '../checkpoint/seal.ts';
import { FoundBreak } from '../tables/log.ts';
import { ChainBreaks, lookForBreaks } from '../log/chain-breaks.ts';
import { readShortEvents } from '../log/event.ts';
import { eventTable, fullEvent } from '../tables/event.ts';
import { emittedEvent, messageOf, publish } from '../event/emitted-event.fixture.ts';
import { checkpointsOf, signing, startSignedLog, startSigning, tamper } from './signed-log.fixture.ts';
import { verifyLog } from './verify-log.ts';
import { verifyTheLog } from './verify-the-log.ts';

const path = '/api/admin/audit/verify';
/** Tampering by an attacker with access to the database, and the expected break. */
interface Tampering {
  readonly statements: readonly string[];
  readonly found: unknown;
  /** The other database refuses the statements. */
  readonly only?: 'sqlite';
}

/** Adds a copy of event 7 under another id. */
const forged = (id: string): string[] => {
  const copied = Object.values(Object.fromEntries(fullEvent.names.map((name) => [name, columnName(name, eventTable.columns[name])])));
  const values = copied.map((name) => ({ id, message_id: `'${'f'.repeat(36)}'`, created_by: "'FORGED'" })[name] ?? name);
  return [`insert into event (${copied.join(', ')}) select ${values.join(', ')} from event where id = 7`];
};

const tampering: Record<string, Tampering> = {
  'a changed author': { statements: ["update event set created_by = 'another' where id = 7"], found: { id: 7, reason: 'changed' } },
  'changed content': { statements: [`update event set data = '{"name":"other"}' where id = 2`], found: { id: 2, reason: 'changed' } },
  'missing content': { statements: ['update event set data = null where id = 2'], found: { id: 2, reason: 'changed' } },
  'missing content with a payload hash': {
    statements: [`update event set data = null, payload_hash = '${'a'.repeat(64)}' where id = 2`],
    found: { id: 2, reason: 'changed' },
  },
  'missing content with a payload hash, recorded as dropped': {
    statements: [
      `update event set data = null, payload_hash = '${'a'.repeat(64)}' where id = 2`,
      'update upkeep set dropped_to = 5 where id = 1',
    ],
    found: { id: 2, reason: 'changed' },
  },
  'a time moved by a millisecond': {
    statements: ['update event set created_at = created_at + 1 where id = 7'],
    found: { id: 7, reason: 'changed' },
  },
  'a hidden event': { statements: ['update event set shown = 0 where id = 7'], found: { id: 7, reason: 'changed' } },
  'an event hidden by another number than 0': {
    statements: ['update event set shown = 2 where id = 7'],
    found: { id: 7, reason: 'changed' },
  },
  'an event hidden by a negative number': { statements: ['update event set shown = -1 where id = 7'], found: { id: 7, reason: 'changed' } },
  'an event hidden by a fraction': {
    statements: ['update event set shown = 1.5 where id = 7'],
    found: { id: 7, reason: 'changed' },
    only: 'sqlite',
  },
  'an event hidden by text': {
    statements: ["update event set shown = 'true' where id = 7"],
    found: { id: 7, reason: 'changed' },
    only: 'sqlite',
  },
  'all events hidden': { statements: ['update event set shown = 3'], found: { id: 1, reason: 'changed' } },
  'an author id that is text': {
    statements: ["update event set created_by_user_id = 'x' where id = 7"],
    found: { id: 7, reason: 'changed' },
    only: 'sqlite',
  },
  'a correlation id that is binary': {
    statements: ["update event set correlation_id = x'00' where id = 7"],
    found: { id: 7, reason: 'changed' },
    only: 'sqlite',
  },
  'an added event 0': { statements: forged('0'), found: { id: 0, reason: 'added' } },
  'an added event with a negative id': { statements: forged('-5'), found: { id: -5, reason: 'added' } },
  'an added event between two others': { statements: forged('6.5'), found: { id: 7, reason: 'added' }, only: 'sqlite' },
  'an added event before the first': { statements: forged('0.5'), found: { id: 1, reason: 'added' }, only: 'sqlite' },
  'an added event whose id is text': { statements: forged("'x'"), found: { id: 13, reason: 'added' }, only: 'sqlite' },
  'an added event beyond exact numbers': { statements: forged('9007199254740994'), found: { id: 13, reason: 'added' } },
  'an added event with the largest id': { statements: forged('9200000000000000000'), found: { id: 13, reason: 'added' } },
  'an added event beyond integers': { statements: forged('1e300'), found: { id: 13, reason: 'added' }, only: 'sqlite' },
  'an added event far after the end': { statements: forged('5000'), found: { id: 5000, reason: 'added' } },
  'a second event with the same id': {
    statements: [
      'create table copied as select * from event',
      'drop table event',
      'alter table copied rename to event',
      'insert into event select * from event where id = 7',
    ],
    found: { id: 7, reason: 'added' },
  },
  'a checkpoint with another time': {
    statements: ['update checkpoint set created_at = created_at + 3600000 where number = 2'],
    found: { id: 10, reason: 'unsigned' },
  },
  'changed tags': { statements: [`update event set tags = '["x"]' where id = 7`], found: { id: 7, reason: 'changed' } },
  'a changed author id': { statements: ['update event set created_by_user_id = 1 where id = 7'], found: { id: 7, reason: 'changed' } },
  'a changed request id': {
    statements: ["update event set correlation_id = 'other' where id = 7"],
    found: { id: 7, reason: 'changed' },
  },
  'a changed message id': {
    statements: [`update event set message_id = '${'0'.repeat(36)}' where id = 7`],
    found: { id: 7, reason: 'changed' },
  },
  'a deleted event': { statements: ['delete from event where id = 7'], found: { id: 7, reason: 'missing' } },
  'two swapped events': {
    statements: ['update event set id = 0 where id = 7', 'update event set id = 7 where id = 9', 'update event set id = 9 where id = 0'],
    found: { id: 7, reason: 'changed' },
  },
  'a truncated log': { statements: ['delete from event where id > 11'], found: { id: 12, reason: 'missing' } },
  'a truncated log whose head was moved back': {
    statements: ['delete from event where id > 8', 'update head set event_id = 8, hash = (select hash from event where id = 8)'],
    found: { id: 9, reason: 'missing' },
  },
  'an event after the head': { statements: ['update head set event_id = 11'], found: { id: 12, reason: 'added' } },
  'a missing checkpoint': { statements: ['delete from checkpoint where number = 1'], found: { id: 10, reason: 'unsigned' } },
  'a moved checkpoint': {
    statements: ['update checkpoint set event_id = 6 where number = 1'],
    found: { id: 6, reason: 'unsigned' },
  },
  'an unsigned checkpoint': {
    statements: [`update checkpoint set jws = 'a.b.c' where number = 2`],
    found: { id: 10, reason: 'unsigned' },
  },
  'the last checkpoint and its events missing': {
    statements: [
      'delete from checkpoint where number = 2',
      'delete from event where id > 5',
      'update head set event_id = 5, hash = (select hash from event where id = 5)',
    ],
    found: { id: 10, reason: 'unsigned' },
  },
  'a missing last checkpoint': { statements: ['delete from checkpoint where number = 2'], found: { id: 10, reason: 'unsigned' } },
  'all checkpoints and keys missing': {
    statements: ['delete from checkpoint', 'delete from checkpoint_key'],
    found: { id: 10, reason: 'unsigned' },
  },
  'a missing seal': { statements: ['update upkeep set seal = null'], found: { id: 10, reason: 'unsigned' } },
  'the seal and all checkpoints missing': {
    statements: ['update upkeep set seal = null', 'delete from checkpoint', 'delete from checkpoint_key'],
    found: { id: 1, reason: 'unsigned' },
  },
  'a forged seal': { statements: ["update upkeep set seal = 'AAAA'"], found: { id: 10, reason: 'unsigned' } },
  'a log shorter than its verified position': {
    statements: ['update upkeep set proven_to = 40'],
    found: { id: 13, reason: 'missing' },
  },
  'a replaced key': {
    statements: [`update checkpoint_key set public_x = '${'A'.repeat(43)}'`],
    found: { id: 5, reason: 'unsigned' },
  },
};

describe('verification of the log', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startSignedLog();
  });
  afterEach(() => app.close());
  const verify = async (query = '') => (await app.as(app.users.admin).get(`${path}${query}`)).body;

  it('returns the verified range, for the complete log and for parts', async () => {
    const complete = { verified: true, from: 1, to: 12, events: 12, checkpoints: 2, break: null, next: null };
    deepEqual(await verify(), complete);
    deepEqual(await verify('?from=6'), { ...complete, from: 6, events: 7, checkpoints: 1 });
    deepEqual(await verify('?from=2&to=9'), { ...complete, from: 2, to: 9, events: 8, checkpoints: 1 });
    deepEqual(await verify('?from=13'), { ...complete, from: 13, events: 0, checkpoints: 0 });
    deepEqual(await verify('?from=5000'), { ...complete, from: 5000, to: 4999, events: 0, checkpoints: 0 });
    equal((await app.as(app.users.admin).get(`${path}?from=0`)).status, 400);
  });

  for (const [what, { statements, found, only }] of Object.entries(tampering)) {
    if (only && testEnvironment.mysqlUrl !== undefined) continue;
    it(`locates ${what}`, async () => {
      await tamper(app, statements);
      const { verified, break: broken } = await verify();
      deepEqual([verified, broken], [false, found]);
    });
  }

  const removals = ['a missing last checkpoint', 'all checkpoints and keys missing', 'the seal and all checkpoints missing'];
  for (const what of removals)
    it(`detects ${what} after the next checkpoint too`, async () => {
      await tamper(app, tampering[what]?.statements ?? fail());
      const left = await checkpointsOf(app);
      signing.isOn = true;
      await publish(app, [emittedEvent(13), emittedEvent(14), emittedEvent(15)]);
      await eventually(async () => ok((await checkpointsOf(app)) > left));
      equal((await verify()).verified, false);
    });

  it('locates a value that decodes to the original one', async () => {
    await publish(app, [emittedEvent(13, { createdByUserId: null }), messageOf('{}')]);
    equal((await verify()).verified, true);
    await tamper(app, ['update event set shown = 2 where id = 14']);
    deepEqual((await verify()).break, { id: 14, reason: 'changed' });
    if (app.store('audit').dialect === 'mysql') return;
    await tamper(app, ["update event set created_by_user_id = 'x' where id = 13"]);
    deepEqual((await verify()).break, { id: 13, reason: 'changed' });
  });

  it('continues from the head after rows beyond it were removed', async () => {
    await tamper(app, forged('5000'));
    equal((await verify()).verified, false);
    await tamper(app, ['delete from event where id = 5000']);
    equal((await verify()).verified, true);
  });

  it('reports a log without checkpoints that is longer than the distance between them', async () => {
    await tamper(app, ['update upkeep set seal = null', 'delete from checkpoint', 'delete from checkpoint_key']);
    rmSync(sealingOf(app.host.settings).file);
    deepEqual((await verify()).break, { id: 1, reason: 'unsigned' });
  });

  it('locates checkpoints signed with a key that an attacker added', async () => {
    const cipher = cipherOf('audit', { encryptionKeys: ['x'.repeat(32)], internalSecrets: [], dataDir: '' });
    await app.store('audit').transaction(async (em) => {
      await em.nativeDelete(CheckpointKey, {});
      const key = await signingKey({ em, now: () => new Date(0) }, cipher, 365);
      await em.flush();
      for (const checkpoint of await em.find(Checkpoint, {})) {
        const { keyId: _keyId, ...claims } = claimsOf(checkpoint) ?? fail();
        checkpoint.jws = await sign(claims, key);
      }
    });
    deepEqual((await verify()).break, { id: 5, reason: 'unsigned' });
  });

  it('reads long events one at a time, and locates a change in one of them', async () => {
    const long = [13, 14, 15].map((position) => emittedEvent(position, { data: { name: 'x'.repeat(30_000) } }));
    await publish(app, [...long, emittedEvent(16)]);
    deepEqual([...(await readShortEvents(app.store('audit').reader(), 11, 16)).keys()], [12, 16]);
    const { verified, events } = await verify();
    deepEqual([verified, events], [true, 16]);
    await tamper(app, ["update event set data = concat(data, ' ') where id = 14"]);
    deepEqual((await verify()).break, { id: 14, reason: 'changed' });
  });

  it('finds a change only in ranges that contain it', async () => {
    await tamper(app, ["update event set created_by = 'another' where id = 7"]);
    deepEqual([(await verify('?to=6')).verified, (await verify('?from=8')).verified], [true, true]);
    deepEqual((await verify('?from=7')).break, { id: 7, reason: 'changed' });
  });
});

/** Removal or change of findings that a seal covers. */
const forgetting: Record<string, string> = {
  'a deleted gap': 'delete from gap where id = 1',
  'a changed gap': 'update gap set got = got + 1 where id = 2',
  'a deleted break': 'delete from chain_break',
  'a changed break': "update chain_break set reason = 'missing'",
};

describe('findings of the log', () => {
  let app: TestApp;
  beforeEach(async () => {
    signing.isOn = true;
    app = await startSigning();
    await publish(app, [emittedEvent(1), emittedEvent(5), emittedEvent(9)]);
    await app.store('audit').transaction(async (em) => {
      em.create(FoundBreak, { eventId: 2, reason: 'changed', noticedAt: new Date(), resolvedAt: null });
    });
    await eventually(async () => deepEqual(await signed(), { gaps: 2, breaks: 1 }));
  });
  afterEach(() => app.close());
  const signed = async () => {
    const { seals } = await readSeals(app.store('audit').reader().fork(), sealingOf(app.host.settings));
    const { hash: _hash, ...ids } = newestFindings(seals) ?? fail();
    return ids;
  };
  const verify = async () => (await app.as(app.users.admin).get(path)).body;

  for (const [what, statement] of Object.entries(forgetting))
    it(`are signed at once: verification reports ${what}, after the next checkpoint too`, async () => {
      equal((await verify()).verified, true);
      await tamper(app, [statement]);
      deepEqual((await verify()).break, { id: 3, reason: 'forgotten' });
      const left = await checkpointsOf(app);
      await publish(
        app,
        Array.from({ length: 5 }, (_, index) => emittedEvent(10 + index)),
      );
      await eventually(async () => ok((await checkpointsOf(app)) > left));
      equal((await verify()).break?.reason, 'forgotten');
    });

  it('stay recorded when an operator resolves them', async () => {
    await tamper(app, ['update gap set resolved_at = 1', 'update chain_break set resolved_at = 1']);
    equal((await verify()).verified, true);
    equal((await app.as(app.users.admin).get('/api/admin/audit/state')).body.broken, null);
  });
});

describe('verification of a long log', () => {
  it('returns its progress when its time is up, and continues from there', async () => {
    let ms = Date.parse('2026-03-01T08:00:00.000Z');
    const app = await startSignedLog({ effects: { now: () => new Date((ms += 5)) }, settings: { AUDIT_VERIFY_BUDGET_MS: '7' } });
    await publish(
      app,
      Array.from({ length: 400 }, (_, index) => emittedEvent(13 + index)),
    );
    const seen: number[] = [];
    for (let from = 1, parts = 0; from !== null && parts < 10; parts += 1) {
      const { body } = await app.as(app.users.admin).get(`${path}?from=${from}`);
      ok(body.verified);
      seen.push(body.events);
      from = body.next;
    }
    ok(seen.length > 1, `${seen.length} parts`);
    equal(
      seen.reduce((sum, events) => sum + events, 0),
      412,
    );
    await app.close();
  });

  it('refuses a second concurrent verification with 503', async () => {
    const app = await startSignedLog();
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.as(app.users.admin).get(path)));
    const refused = answers.filter(({ status }) => status === 503);
    ok(refused.length > 0 && refused.length < 10, `${refused.length} of 10 refused`);
    equal(refused[0]?.body.message, 'The event log is already being verified. Try again shortly.');
    equal((await app.as(app.users.admin).get(path)).status, 200);
    await app.close();
  });
});

describe('the verification job', () => {
  it('reports no break while the first checkpoint is taken', async () => {
    signing.isOn = false;
    const app = await startSigning();
    const sealing = sealingOf(app.host.settings);
    await publish(
      app,
      Array.from({ length: 5 }, (_, index) => emittedEvent(index + 1)),
    );
    for (let round = 0; round < 20; round += 1) {
      await tamper(app, ['delete from checkpoint', 'update upkeep set seal = null']);
      rmSync(sealing.file, { force: true });
      signing.isOn = true;
      do {
        const found = await verifyLog(app.store('audit').reader().fork(), { now: () => new Date(), sealing });
        equal(found.break, null, `round ${round}`);
      } while (!existsSync(sealing.file));
      signing.isOn = false;
    }
    await app.close();
  });

  it('records each break once, exposes the count as a metric, and logs one line', async () => {
    const app = await startSignedLog({}, [verifyTheLog, lookForBreaks]);
    const em = () => app.store('audit').reader();
    const breaks = async () => (await em().find(FoundBreak, {})).map(({ eventId, reason }) => ({ eventId, reason }));
    const shown = async () => (await app.host.metrics.registry.getSingleMetric('signalbox_audit_breaks')?.get())?.values[0]?.value;
    equal(await shown(), 0);
    await tamper(app, ["update event set created_by = 'another' where id = 3", 'delete from event where id = 8']);
    const expected = [
      { eventId: 3, reason: 'changed' },
      { eventId: 8, reason: 'missing' },
    ];
    await eventually(async () => deepEqual(await breaks(), expected));
    await eventually(async () => equal(await shown(), 2));
    const lines: unknown[] = [];
    const look = new ChainBreaks({ log: (...line) => lines.push(line), report: () => undefined });
    for (let times = 0; times < 3; times += 1) await look.look(em());
    deepEqual(lines, [['error', 'the hash chain of the event log is broken', { breaks: 2, eventId: 8, reason: 'missing' }]]);
    deepEqual(await breaks(), expected);
    await tamper(app, [...forged('-5'), "update event set created_by = 'another' where id = 1"]);
    const added = [{ eventId: -5, reason: 'added' }, { eventId: 1, reason: 'changed' }, ...expected];
    await eventually(async () =>
      deepEqual(
        (await breaks()).toSorted((one, other) => one.eventId - other.eventId),
        added,
      ),
    );
    await app.close();
  });
});
