import { Failure } from '@signalbox/contracts';
import { changesNothing } from '@signalbox/kit';
import { Type } from 'typebox';
import { findSigningKey } from '../checkpoint/checkpoint-key.ts';
import { route } from '../open-audit.ts';
import { signReport } from './report-signature.ts';

export const signReportRoute = route(
  {
    method: 'post',
    path: '/api/admin/audit/report-signatures',
    summary: 'Sign the SHA-256 of a report with the key of the event log, which proves when this instance received it and from whom',
    permission: 'ADMIN',
    body: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }) }),
    answers: {
      200: Type.Object({
        jws: Type.String({ description: 'The digest, the caller and the time (RFC 7515, EdDSA). The list of checkpoints has the keys.' }),
      }),
    },
    failures: ['UnavailableError'],
    ...changesNothing,
  },
  async ({ body: { sha256 } }, { em, actor, now, state }) => {
    const key = await findSigningKey(em, state.cipher);
    if (!key) throw noKey();
    return { jws: await signReport({ sha256, requestedBy: actor.name, createdAt: now().toISOString() }, key) };
  },
);

/** Only checkpoints create keys, because a new key must be sealed. */
const noKey = () =>
  new Failure('UnavailableError', 'The event log has not signed its first checkpoint yet. Try again in some seconds.', {
    retryAfterSeconds: 10,
  });
