import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { readHead } from './event.ts';
import { readChain, verifyChain } from './verify-chain.fixture.ts';
import { tablesOf } from '../tables/tables.ts';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';

/** Tampering by an attacker with access to the database, and the expected break. */
const tampering: Record<string, { readonly statements: readonly string[]; readonly found: unknown }> = {
  'a changed author': { statements: ["update event set created_by = 'another' where id = 7"], found: { id: 7, reason: 'changed' } },
  'a hidden event': { statements: ['update event set shown = 0 where id = 7'], found: { id: 7, reason: 'changed' } },
  'a time moved by a millisecond': {
    statements: ['update event set created_at = created_at + 1 where id = 7'],
    found: { id: 7, reason: 'changed' },
  },
  'a deleted event': { statements: ['delete from event where id = 7'], found: { id: 7, reason: 'missing' } },
  'two swapped events': {
    statements: ['update event set id = 0 where id = 7', 'update event set id = 7 where id = 9', 'update event set id = 9 where id = 0'],
    found: { id: 7, reason: 'changed' },
  },
  'a truncated log': { statements: ['delete from event where id > 17'], found: { id: 18, reason: 'missing' } },
  'a head that was moved back': { statements: ['update head set event_id = 19'], found: { id: 20, reason: 'added' } },
};

describe('verification of the stored chain', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([audit]);
    await publish(
      app,
      Array.from({ length: 20 }, (_, index) => emittedEvent(index + 1, { featureName: `feature-${index}` })),
    );
  });
  afterEach(() => app.close());

  const firstBreak = async () => {
    const em = app.store('audit').reader();
    return verifyChain(readChain(em), await readHead(em));
  };

  for (const [what, { statements, found }] of Object.entries(tampering)) {
    it(`locates ${what}`, async () => {
      equal(await firstBreak(), null);
      await app.store('audit').transaction(async (em) => {
        for (const statement of statements) await tablesOf(em).executeQuery(CompiledQuery.raw(statement));
      });
      deepEqual(await firstBreak(), found);
    });
  }

  it('reads a growing log up to the given end', async () => {
    const em = app.store('audit').reader();
    const head = await readHead(em);
    await publish(app, [emittedEvent(21)]);
    equal(await verifyChain(readChain(em, head.id), head), null);
  });
});
