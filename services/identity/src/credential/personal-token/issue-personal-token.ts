import { randomBytes } from 'node:crypto';
import { DateTime, Failure, hashSecret, patCreated } from '@signalbox/contracts';
import { type Context, dayMs } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { readPrincipal } from '../../access/grant/group.ts';
import { claimRevision } from '../../base/revision.ts';
import { personalTokenDays } from '../../base/settings.ts';
import { User } from '../../user/user.ts';
import { refuseControl } from '../factor/refuse-without-proof.ts';
import { futureExpiry } from '../token/token-rules.ts';
import { type IssuedToken, personalTokenFact } from './personal-token.schema.ts';
import { PersonalToken } from '../../tables/token.ts';

/** Request body for a new token. */
export const NewPersonalToken = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }),
  expiresAt: DateTime,
});
type NewPersonalToken = Static<typeof NewPersonalToken>;

const secretBytes = 28;
const maxTokens = 10;

/**
 * Issues a token of 224 random bits that acts as its owner. Throws 403 beyond ten tokens, not counting agents and logins of the command line, and 409 for a description that the owner has
 * used. Locks the access version, so that concurrent requests cannot break either rule or create a token for a user who is being deleted.
 */
export async function issuePersonalToken(context: Context, userId: number, input: NewPersonalToken): Promise<IssuedToken> {
  await claimRevision(context.em);
  const owner = await context.em.findOne(User, { id: userId, deletedAt: null });
  if (!owner) throw new Failure('NotFoundError', 'The owner of the token was deleted.');
  await refuseControl(context, await readPrincipal(context.em, owner));
  const now = context.now();
  const expiresAt = futureExpiry(input.expiresAt, now);
  if (owner.kind === 'user') refuseLongLife(expiresAt, now, context.settings.get(personalTokenDays));
  await refuseFurther(context, userId, input.description);
  const secret = `user:${randomBytes(secretBytes).toString('hex')}`;
  const token = context.em.create(PersonalToken, {
    userId,
    hash: hashSecret(secret),
    description: input.description,
    expiresAt,
    createdAt: now,
    seenAt: null,
  });
  await context.em.flush(); // The flush assigns the id that the response contains.
  publishCallers(context, [], [token.hash]);
  context.publish(patCreated, { data: personalTokenFact(token) });
  return { token, secret };
}

/** Users create these tokens without an administrator, so leaked ones must expire. */
function refuseLongLife(expiresAt: Date, now: Date, days: number): void {
  const latest = new Date(now.getTime() + days * dayMs);
  if (expiresAt <= latest) return;
  const message = `expiresAt must be within ${days} days, the maximum lifetime of a personal access token: choose ${latest.toISOString()} or earlier.`;
  throw new Failure('BadDataError', message, { path: 'expiresAt' });
}

async function refuseFurther({ em }: Context, userId: number, description: string): Promise<void> {
  const tokens = await em.find(PersonalToken, { userId });
  if (tokens.some((token) => token.description === description))
    throw new Failure('NameExistsError', `A token with the description ${description} already exists. Choose another description.`, {
      path: 'description',
    });
  if (tokens.filter(({ renewableUntil, agent }) => !renewableUntil && !agent).length >= maxTokens)
    throw new Failure(
      'OperationDeniedError',
      `You have ${maxTokens} tokens including expired ones, which is the maximum. Delete one first.`,
    );
}
