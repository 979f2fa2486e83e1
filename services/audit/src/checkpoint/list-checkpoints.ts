import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { route } from '../open-audit.ts';
import { Checkpoint, claimsOf } from './checkpoint.ts';
import { readPublicKeys } from './checkpoint-key.ts';

const CheckpointShape = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** Id and hash of the last event of the log at that moment. */
  eventId: Type.Integer({ minimum: 1 }),
  hash: Type.String(),
  /** Payloads may have been dropped up to this id. */
  droppedTo: Type.Integer({ minimum: 0 }),
  createdAt: DateTime,
  keyId: Type.String(),
  /** The complete checkpoint, signed (RFC 7515, EdDSA). */
  jws: Type.String(),
});

const PublicKeyShape = Type.Object({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String(),
  kid: Type.String(),
  alg: Type.Literal('EdDSA'),
  createdAt: DateTime,
});

export const listCheckpointsRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/checkpoints',
    summary: 'List the signed checkpoints of the event log, newest first, and the keys that signed them',
    permission: 'ADMIN',
    query: Type.Object({
      /** Only checkpoints with smaller numbers. */
      before: Type.Optional(Type.Integer({ minimum: 1 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    }),
    answers: {
      200: Type.Object({ checkpoints: Type.Array(CheckpointShape), keys: Type.Array(PublicKeyShape), next: nullable(Type.Integer()) }),
    },
    failures: [],
  },
  async ({ query: { before, limit = 100 } }, { em }) => {
    const where = before === undefined ? {} : { number: { $lt: before } };
    const found = await em.find(Checkpoint, where, { orderBy: { number: 'desc' }, limit: limit + 1 });
    const page = found.slice(0, limit);
    const checkpoints = page.flatMap((checkpoint) => {
      const claims = claimsOf(checkpoint);
      return claims ? [{ ...claims, jws: checkpoint.jws }] : [];
    });
    return { checkpoints, keys: await readPublicKeys(em), next: found.length > limit ? (page.at(-1)?.number ?? null) : null };
  },
);
