import { cipherOf } from '@signalbox/cipher';
import type { TestApp } from '@signalbox/testing';
import type { ChainEnd } from '../chain/chain.ts';
import { Checkpoint, sign } from './checkpoint.ts';
import { sealingOf, storeSeal } from './seal.ts';
import { signingKey } from './checkpoint-key.ts';

const keyDays = 365;

/** Adds a checkpoint for each of these events to a log without checkpoints. */
export const signLog = (app: TestApp, events: readonly ChainEnd[]): Promise<void> =>
  app.store('audit').transaction(async (em) => {
    const createdAt = new Date();
    const key = await signingKey({ em, now: () => createdAt }, cipherOf('audit', app.host.settings), keyDays);
    for (const [index, { id: eventId, hash }] of events.entries()) {
      const number = index + 1;
      const signed = { number, eventId, hash, droppedTo: 0, createdAt: createdAt.toISOString() };
      const jws = await sign(signed, key);
      em.create(Checkpoint, { number, eventId, createdAt, jws });
      await storeSeal(em, signed, { ...sealingOf(app.host.settings), keys: [key.id] });
    }
  });
