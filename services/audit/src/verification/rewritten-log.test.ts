import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { EntityManager } from '@signalbox/kit';
import type { TestApp } from '@signalbox/testing';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { hashEvent, hashPayload } from '../chain/chain.ts';
import { tied } from '../chain/chain.fixture.ts';
import { Checkpoint, sign, statedBy } from '../checkpoint/checkpoint.ts';
import { CheckpointKey, readPublicKeys } from '../checkpoint/checkpoint-key.ts';
import { sealingOf } from '../checkpoint/seal.ts';
import { readEventsBehind, readHead } from '../log/event.ts';
import { readUpkeep } from '../log/upkeep.ts';
import { type ChainedEvent, fullEvent } from '../tables/event.ts';
import { tablesOf } from '../tables/tables.ts';
import { startSignedLog, tamper } from './signed-log.fixture.ts';
import { verifyLog } from './verify-log.ts';

type Content = Omit<ChainedEvent, 'hash' | 'previousHash' | 'payloadHash'>;

const changedAt =
  (id: number) =>
  (events: readonly Content[]): Content[] =>
    events.map((event) => (event.id === id ? { ...event, createdBy: 'another' } : event));
const numbered = (events: readonly Content[]): Content[] => events.map((event, index) => ({ ...event, id: index + 1 }));

/** Writes the events anew as whoever knows how they are chained would: each with its hashes, and the head behind the last one. */
async function chainAnew(em: EntityManager, rewrite: (events: Content[]) => readonly Content[]): Promise<void> {
  const events = rewrite(await readEventsBehind(em, 0, { upTo: Number.MAX_SAFE_INTEGER, limit: 1000 }));
  await tablesOf(em).deleteFrom('event').execute();
  let previousHash = '0'.repeat(64);
  for (const event of events) {
    const own = tied(event, previousHash);
    await tablesOf(em).insertInto('event').values(fullEvent.encode(own)).execute();
    previousHash = own.hash;
  }
  await tablesOf(em).updateTable('head').set({ event_id: events.length, hash: previousHash }).execute();
}

/** A key of the attacker's own among those that are stored, older than these and without a private half; signs all checkpoints with it. */
async function signAnew(em: EntityManager, upTo: readonly number[]): Promise<void> {
  const pair: { privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const jwk = pair.privateKey.export({ format: 'jwk' }) as JWK;
  const id = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' });
  em.create(CheckpointKey, { id, publicX: jwk.x ?? '', privateD: null, createdAt: new Date(0) });
  const events = await readEventsBehind(em, 0, { upTo: Number.MAX_SAFE_INTEGER, limit: 1000 });
  for (const [index, checkpoint] of (await em.find(Checkpoint, {}, { orderBy: { number: 'asc' } })).entries()) {
    const stated = statedBy(checkpoint);
    const event = events.find((each) => each.id === upTo[index]);
    if (!stated || !event) throw new Error(`there is no event ${upTo[index]} to sign`);
    const { keyId: _keyId, ...signed } = stated;
    checkpoint.eventId = event.id;
    checkpoint.jws = await sign({ ...signed, eventId: event.id, hash: event.hash }, { id, jwk, isNew: false });
  }
  await em.flush();
}

/** Leaves the newest checkpoint without a signature, in the form that some libraries accept as signed. */
async function removeSignature(em: EntityManager): Promise<void> {
  const checkpoint = await em.findOneOrFail(Checkpoint, { number: 2 });
  const [, payload = ''] = checkpoint.jws.split('.');
  const header = Buffer.from('{"alg":"none","typ":"signalbox-audit-checkpoint+jws"}').toString('base64url');
  checkpoint.jws = `${header}.${payload}.`;
  await em.flush();
}

const withoutCheckpoint = (em: EntityManager, number: number) => em.nativeDelete(Checkpoint, { number });

/** What is written anew, and which event verification names. The 5th and the 10th are signed. */
const rewriting: Record<string, { readonly rewrite: (em: EntityManager) => Promise<unknown>; readonly found: unknown }> = {
  'an event with its own hash': {
    rewrite: async (em) => {
      const [event] = await readEventsBehind(em, 6, { upTo: 7, limit: 1 });
      const changed = { ...event, createdBy: 'another' } as ChainedEvent;
      const hash = hashEvent(changed.previousHash, changed, hashPayload(changed));
      await tablesOf(em).updateTable('event').set({ created_by: 'another', hash }).where('id', '=', 7).execute();
    },
    found: { id: 7, reason: 'changed' },
  },
  'an event and the chain behind it': {
    rewrite: (em) => chainAnew(em, changedAt(7)),
    found: { id: 6, reason: 'rewritten' },
  },
  'the log without an event, those behind it renumbered': {
    rewrite: (em) => chainAnew(em, (events) => numbered(events.toSpliced(6, 1))),
    found: { id: 6, reason: 'rewritten' },
  },
  'the log with an event inserted, those behind it renumbered': {
    rewrite: (em) =>
      chainAnew(em, (events) =>
        numbered(events.toSpliced(6, 0, { ...(events[6] as Content), messageId: '00000000-0000-7000-8000-00000000000f' })),
      ),
    found: { id: 6, reason: 'rewritten' },
  },
  'a checkpoint without a signature': { rewrite: removeSignature, found: { id: 10, reason: 'unsigned' } },
  // None of these shows without the seals.
  'an event, its chain and all checkpoints under an added key': {
    rewrite: async (em) => {
      await chainAnew(em, changedAt(2));
      await signAnew(em, [5, 10]);
    },
    found: { id: 10, reason: 'unsigned' },
  },
  'the log without an event, and all checkpoints under an added key': {
    rewrite: async (em) => {
      await chainAnew(em, (events) => numbered(events.toSpliced(1, 1)));
      await signAnew(em, [4, 9]);
    },
    found: { id: 10, reason: 'unsigned' },
  },
  'the log as it ended at the checkpoint before the last': {
    rewrite: async (em) => {
      await withoutCheckpoint(em, 2);
      await chainAnew(em, (events) => events.slice(0, 5));
      (await readUpkeep(em)).provenTo = 12;
    },
    found: { id: 10, reason: 'unsigned' },
  },
  'an event that the last checkpoint covered, without that checkpoint': {
    rewrite: async (em) => {
      await withoutCheckpoint(em, 2);
      await chainAnew(em, changedAt(7));
    },
    found: { id: 10, reason: 'unsigned' },
  },
  'any event, without checkpoints and keys': {
    rewrite: async (em) => {
      await em.nativeDelete(Checkpoint, {});
      await em.nativeDelete(CheckpointKey, {});
      await chainAnew(em, changedAt(2));
    },
    found: { id: 10, reason: 'unsigned' },
  },
};

describe('a log that was written anew', () => {
  let app: TestApp;
  let earlierSeal: string | null = null;
  beforeEach(async () => {
    const keepFirst = async (signed: TestApp) => {
      earlierSeal ??= (await readUpkeep(signed.store('audit').reader())).seal ?? null;
    };
    earlierSeal = null;
    app = await startSignedLog({}, [], keepFirst);
  });
  afterEach(() => app.close());

  const verify = async () => (await app.as(app.users.admin).get('/api/admin/audit/verify')).body;
  /** As `npm run audit:verify -- --key` does. */
  const verifyWith = (keys: Awaited<ReturnType<typeof readPublicKeys>>) =>
    verifyLog(app.store('audit').reader(), { now: () => new Date(), sealing: sealingOf(app.host.settings), keys });

  for (const [what, { rewrite, found }] of Object.entries(rewriting))
    it(`is found with ${what}, by the stored keys and by those of old`, async () => {
      const keys = await readPublicKeys(app.store('audit').reader());
      await app.store('audit').transaction(rewrite);
      const { verified, break: broken } = await verify();
      deepEqual([verified, broken], [false, found]);
      deepEqual((await verifyWith(keys)).break, found);
    });

  it('is found by the file beside the database where the database, seal included, is what it was at an earlier checkpoint', async () => {
    notEqual(earlierSeal, null);
    await app.store('audit').transaction(async (em) => {
      await withoutCheckpoint(em, 2);
      await chainAnew(em, (events) => events.slice(0, 5));
      (await readUpkeep(em)).seal = earlierSeal;
    });
    deepEqual((await verify()).break, { id: 10, reason: 'unsigned' });
  });

  it('is found where an event was added behind its end, unless its head and chain know of it', async () => {
    const [last] = await readEventsBehind(app.store('audit').reader(), 11, { upTo: 12, limit: 1 });
    const { hash } = await readHead(app.store('audit').reader());
    const added = tied({ ...(last as Content), id: 13, messageId: '00000000-0000-7000-8000-00000000000f' }, hash);
    await app.store('audit').transaction(async (em) => {
      await tablesOf(em).insertInto('event').values(fullEvent.encode(added)).execute();
    });
    deepEqual((await verify()).break, { id: 13, reason: 'added' });
    await tamper(app, [`update head set event_id = 13, hash = '${added.hash}'`]);
    equal((await verify()).verified, true);
  });
});
