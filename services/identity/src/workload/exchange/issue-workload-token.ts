import { randomBytes } from 'node:crypto';
import { hashSecret, workloadTokenIssued } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { PersonalToken } from '../../tables/token.ts';
import { type Workload, readWorkload } from '../identity/workload-identity.ts';
import { workloadFact } from '../identity/workload-identity.schema.ts';
import { refused } from './refused-exchange.ts';
import { UsedSubjectToken } from '../../tables/workload.ts';
import type { Subject } from './verify-subject-token.ts';

const secretBytes = 28;
const maxTokens = 1000;

/** A token of a workload with its secret, which is shown once and not stored. */
interface IssuedWorkloadToken {
  readonly secret: string;
  readonly lifetimeSeconds: number;
}

/**
 * Issues a token of 224 random bits that acts as the workload identity. Locks the access version, so that one of two exchanges of the same
 * token is refused, and no token is issued if the rules changed since verification.
 */
export async function issueWorkloadToken(context: Context, verified: Workload, subject: Subject): Promise<IssuedWorkloadToken> {
  const { em } = context;
  await claimRevision(em);
  const workload = await readWorkload(em, verified.user.id);
  if (!workload || rulesOf(workload) !== rulesOf(verified)) throw refused('the workload identity was changed at the same time', 'signed');
  if ((await em.count(UsedSubjectToken, { hash: subject.hash })) > 0)
    throw refused('it has already been exchanged and works only once; request another one from the issuer', 'signed');
  em.create(UsedSubjectToken, { hash: subject.hash, expiresAt: subject.expiresAt });
  return createToken(context, workload, subject);
}

const rulesOf = (workload: Workload): string => JSON.stringify({ ...workloadFact(workload), roles: [] });

async function createToken(context: Context, { user, identity }: Workload, { subject, claims }: Subject): Promise<IssuedWorkloadToken> {
  const now = context.now();
  const { tokenLifetimeSeconds: lifetimeSeconds, issuer, projectId: project } = identity;
  if ((await context.em.count(PersonalToken, { userId: user.id, expiresAt: { $gt: now } })) >= maxTokens)
    throw oauthFailure('invalid_request', `This workload identity has ${maxTokens} tokens, which is the maximum. Wait until one expires.`);
  const secret = `user:${randomBytes(secretBytes).toString('hex')}`;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const token = context.em.create(PersonalToken, {
    userId: user.id,
    hash: hashSecret(secret),
    description: `exchange ${context.id()}`,
    expiresAt,
    createdAt: now,
    seenAt: null,
  });
  user.seenAt = now;
  await context.em.flush(); // The flush assigns the id that the event contains.
  const data = { id: user.id, name: user.username ?? '', issuer, subject, claims, tokenId: token.id, expiresAt: expiresAt.toISOString() };
  context.publish(workloadTokenIssued, { project, data });
  return { secret, lifetimeSeconds };
}
