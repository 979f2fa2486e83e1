import { apiTokenCreated, apiTokenUpdated, DateTime, nullable } from '@signalbox/contracts';
import { type Context, minuteMs, noAccess, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { refuseWithoutProof } from '../factor/refuse-without-proof.ts';
import { allowsToken, type ApiToken, permissionFor, permissionsFor, tokenParams } from './api-token.ts';
import { ApiTokenShape, serializeToken } from './api-token.schema.ts';
import { findToken } from './find-token.ts';
import { type IssuedApiToken, storeNewToken } from './store-token.ts';
import { futureExpiry, refuseHiddenProjects } from './token-rules.ts';
import { changeExpiry } from './update-token.ts';

const defaultOverlapMinutes = 60;
const maxOverlapMinutes = 30 * 24 * 60;

/** Overlap in which both tokens are valid, and expiry of the new one. */
export const RotateToken = Type.Object({
  overlapMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOverlapMinutes, default: defaultOverlapMinutes })),
  expiresAt: Type.Optional(nullable(DateTime)),
});
type RotateToken = Static<typeof RotateToken>;

export const rotateTokenRoute = route(
  {
    method: 'post',
    path: '/api/admin/api-tokens/:token/rotate',
    summary: 'Rotate an API token: creates a new one with the same name and scope, and lets the old one expire after an overlap',
    permission: permissionsFor('UPDATE'),
    params: tokenParams,
    body: RotateToken,
    holdsSecret: true,
    answers: { 201: ApiTokenShape },
    failures: ['BadDataError', 'ConflictError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [apiTokenCreated, apiTokenUpdated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ params, body }, context) => {
    const { token, secret } = await context.write(async (work) => {
      const replaced = await findToken(work, params.token, 'UPDATE');
      if (!allowsToken(work, 'CREATE', replaced.type)) throw noAccess([permissionFor('CREATE', replaced.type)]);
      return rotateToken(work, replaced, body);
    });
    return new Reply(serializeToken(context, token, secret), { headers: { 'cache-control': 'no-store' } });
  },
);

/**
 * Issues the successor of a token. The old token expires when the overlap ends, or at its own expiry if that is earlier. Without a
 * requested expiry, the successor gets the lifetime of the original.
 */
async function rotateToken(context: Context, replaced: ApiToken, { overlapMinutes, expiresAt }: RotateToken): Promise<IssuedApiToken> {
  refuseHiddenProjects(context, replaced.projects);
  if (replaced.type === 'admin') await refuseWithoutProof(context); // The same as for creation.
  const now = context.now();
  const { name, type, environment, projects } = replaced;
  const expiry = expiresAt ? futureExpiry(expiresAt, now) : expiresAt === null ? null : expiryLike(replaced, now);
  const issued = await storeNewToken(context, { name, type, environment, projects, expiresAt: expiry });
  const overlapEnds = new Date(issued.token.createdAt.getTime() + (overlapMinutes ?? defaultOverlapMinutes) * minuteMs);
  if (!replaced.expiresAt || replaced.expiresAt > overlapEnds) changeExpiry(context, replaced, overlapEnds);
  return issued;
}

/** An expiry as far ahead as the token's was when it was created. */
const expiryLike = ({ createdAt, expiresAt }: ApiToken, now: Date): Date | null =>
  expiresAt ? new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()) : null;
