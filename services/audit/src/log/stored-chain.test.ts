import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { readChain, readHead } from './event.ts';
import { tablesOf } from '../tables/tables.ts';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';
import { verifyChain } from '../chain/chain.ts';

/** Tampering as somebody with access to the database would do it, and what must be found. */
const tampering: Record<string, { readonly statements: readonly string[]; readonly found: unknown }> = {
  'a changed author': { statements: ["update event set created_by = 'another' where id = 7"], found: { id: 7, reason: 'changed' } },
  'a hidden event': { statements: ['update event set shown = 0 where id = 7'], found: { id: 7, reason: 'changed' } },
  'a time moved by a millisecond': {
    statements: ['update event set created_at = created_at + 1 where id = 7'],
    found: { id: 7, reason: 'changed' },
  },
  'a deleted event': { statements: ['delete from event where id = 7'], found: { id: 7, reason: 'missing' } },
  'two events that changed places': {
    statements: ['update event set id = 0 where id = 7', 'update event set id = 7 where id = 9', 'update event set id = 9 where id = 0'],
    found: { id: 7, reason: 'changed' },
  },
  'a log that was cut off': { statements: ['delete from event where id > 17'], found: { id: 18, reason: 'missing' } },
  'a head that was set back': { statements: ['update head set event_id = 19'], found: { id: 20, reason: 'added' } },
};

describe('stored chain', () => {
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
    it(`verification locates ${what}`, async () => {
      equal(await firstBreak(), null);
      await app.store('audit').transaction(async (em) => {
        for (const statement of statements) await tablesOf(em).executeQuery(CompiledQuery.raw(statement));
      });
      deepEqual(await firstBreak(), found);
    });
  }

  it('reads a log that is being written up to where it stood', async () => {
    const em = app.store('audit').reader();
    const head = await readHead(em);
    await publish(app, [emittedEvent(21)]);
    equal(await verifyChain(readChain(em, head.id), head), null);
  });
});
