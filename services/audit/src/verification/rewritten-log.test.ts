import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { EntityManager } from '@signalbox/kit';
import type { TestApp } from '@signalbox/testing';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { hashEvent, hashPayload } from '../chain/chain.ts';
import { tied } from '../chain/chain.fixture.ts';
import { Checkpoint, sign, claimsOf } from '../checkpoint/checkpoint.ts';
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

/** Rewrites the log as an attacker who knows the chain would: recomputes all hashes and moves the head. */
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

/** Adds an attacker's key, older than the stored ones and without a private key, and signs all checkpoints with it. */
async function signAnew(em: EntityManager, upTo: readonly number[]): Promise<void> {
  const pair: { privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const jwk = pair.privateKey.export({ format: 'jwk' }) as JWK;
  const id = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: jwk.x ?? '' });
  em.create(CheckpointKey, { id, publicX: jwk.x ?? '', privateD: null, createdAt: new Date(0) });
  const events = await readEventsBehind(em, 0, { upTo: Number.MAX_SAFE_INTEGER, limit: 1000 });
  for (const [index, checkpoint] of (await em.find(Checkpoint, {}, { orderBy: { number: 'asc' } })).entries()) {
    const claims = claimsOf(checkpoint);
    const event = events.find((each) => each.id === upTo[index]);
    if (!claims || !event) throw new Error(`there is no event ${upTo[index]} to sign`);
    const { keyId: _keyId, ...signed } = claims;
    checkpoint.eventId = event.id;
    checkpoint.jws = await sign({ ...signed, eventId: event.id, hash: event.hash }, { id, jwk, isNew: false });
  }
  await em.flush();
}

/** Replaces the signature of the newest checkpoint by `alg: none`, which some libraries accept. */
async function removeSignature(em: EntityManager): Promise<void> {
  const checkpoint = await em.findOneOrFail(Checkpoint, { number: 2 });
  const [, payload = ''] = checkpoint.jws.split('.');
  const header = Buffer.from('{"alg":"none","typ":"signalbox-audit-checkpoint+jws"}').toString('base64url');
  checkpoint.jws = `${header}.${payload}.`;
  await em.flush();
}

const withoutCheckpoint = (em: EntityManager, number: number) => em.nativeDelete(Checkpoint, { number });

/** Rewritten logs with the event that verification names. Events 5 and 10 are signed. */
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
  'an event and the chain after it': {
    rewrite: (em) => chainAnew(em, changedAt(7)),
    found: { id: 6, reason: 'rewritten' },
  },
  'the log without an event, later events renumbered': {
    rewrite: (em) => chainAnew(em, (events) => numbered(events.toSpliced(6, 1))),
    found: { id: 6, reason: 'rewritten' },
  },
  'the log with an inserted event, later events renumbered': {
    rewrite: (em) =>
      chainAnew(em, (events) =>
        numbered(events.toSpliced(6, 0, { ...(events[6] as Content), messageId: '00000000-0000-7000-8000-00000000000f' })),
      ),
    found: { id: 6, reason: 'rewritten' },
  },
  'a checkpoint without a signature': { rewrite: removeSignature, found: { id: 10, reason: 'unsigned' } },
  // Only the seals reveal the following cases.
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
  'the log truncated at the second-to-last checkpoint': {
    rewrite: async (em) => {
      await withoutCheckpoint(em, 2);
      await chainAnew(em, (events) => events.slice(0, 5));
      (await readUpkeep(em)).provenTo = 12;
    },
    found: { id: 10, reason: 'unsigned' },
  },
  'an event, without the checkpoint that covers it': {
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

describe('verification of a rewritten log', () => {
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

  const verify = async (query = '') => (await app.as(app.users.admin).get(`/api/admin/audit/verify${query}`)).body;
  /** Verifies with given keys, like `npm run audit:verify -- --key`. */
  const verifyWith = (keys: Awaited<ReturnType<typeof readPublicKeys>>) =>
    verifyLog(app.store('audit').reader(), { now: () => new Date(), sealing: sealingOf(app.host.settings), keys });

  for (const [what, { rewrite, found }] of Object.entries(rewriting))
    it(`detects ${what}, with the stored keys and with the original ones`, async () => {
      const keys = await readPublicKeys(app.store('audit').reader());
      await app.store('audit').transaction(rewrite);
      const { verified, break: broken } = await verify();
      deepEqual([verified, broken], [false, found]);
      deepEqual((await verifyWith(keys)).break, found);
    });

  it('names the first event of a range without a checkpoint before the rewritten events', async () => {
    await app.store('audit').transaction((em) => chainAnew(em, changedAt(7)));
    deepEqual((await verify('?from=8')).break, { id: 8, reason: 'rewritten' });
  });

  it('detects by the seal file that the database and its seal were reset to an earlier checkpoint', async () => {
    notEqual(earlierSeal, null);
    await app.store('audit').transaction(async (em) => {
      await withoutCheckpoint(em, 2);
      await chainAnew(em, (events) => events.slice(0, 5));
      (await readUpkeep(em)).seal = earlierSeal;
    });
    deepEqual((await verify()).break, { id: 10, reason: 'unsigned' });
  });

  it('detects an event added after the end, unless head and chain were updated', async () => {
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
