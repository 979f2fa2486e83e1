import { randomBytes } from 'node:crypto';
import { Agent, type AgentLimit as Limit, agentModes, DateTime, hashSecret, nullable, patCreated } from '@signalbox/contracts';
import { type Context, type EntityManager, hourMs } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { publishCallers } from '../base/access-broadcast.ts';
import { type IssuedToken, personalTokenFact } from '../credential/personal-token/personal-token.schema.ts';
import { revokeTokens } from '../credential/personal-token/revoke-personal-token.ts';
import { PersonalToken } from '../tables/token.ts';

/** Limits that a user can set for an agent: it can read at least. Environments may be stricter. */
const agentLimits = agentModes.filter((mode) => mode !== 'none');
export const AgentLimit = Type.Enum([...agentLimits], { description: 'The limit for all environments. Each of them may be stricter.' });

/** A name that a user reads before approving, so it cannot contain sentences with punctuation or line breaks. */
export const AgentName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,39}$', maxLength: 40 });

/** A connected agent, without its secret. */
export const ConnectedAgent = Type.Object({
  id: Type.Integer(),
  ...Agent.properties,
  mode: AgentLimit,
  createdAt: DateTime,
  seenAt: nullable(DateTime),
  expiresAt: DateTime,
});

export function serializeAgent({
  id,
  agent,
  client,
  agentMode,
  createdAt,
  seenAt,
  expiresAt,
}: PersonalToken): Static<typeof ConnectedAgent> {
  return {
    id,
    agent: agent ?? '',
    client: client ?? '',
    mode: agentMode ?? 'read',
    createdAt: createdAt.toISOString(),
    seenAt: seenAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}

const validMs = 12 * hourMs;
const maxAgents = 20;
const [secretBytes, suffixBytes] = [28, 4];

/** Valid tokens of agents, newest first: those of a user, or all. */
export const readAgents = (
  { em, now }: { readonly em: EntityManager; readonly now: () => Date },
  userId: number | 'all',
): Promise<PersonalToken[]> => {
  const owner = userId === 'all' ? {} : { userId };
  return em.find(PersonalToken, { ...owner, agent: { $ne: null }, expiresAt: { $gt: now() } }, { orderBy: { id: 'desc' } });
};

/** Issues a token for an agent, for twelve hours. Beyond twenty agents, it replaces the oldest. The caller has locked the access version. */
export async function issueAgentToken(context: Context, userId: number, agent: Agent, mode: Limit): Promise<IssuedToken> {
  await revokeTokens(context, (await readAgents(context, userId)).slice(maxAgents - 1));
  const now = context.now();
  const secret = `user:${randomBytes(secretBytes).toString('hex')}`;
  const token = context.em.create(PersonalToken, {
    userId,
    hash: hashSecret(secret),
    description: `Agent ${agent.agent} ${randomBytes(suffixBytes).toString('hex')}`,
    expiresAt: new Date(now.getTime() + validMs),
    createdAt: now,
    seenAt: null,
    ...agent,
    agentMode: mode,
  });
  await context.em.flush(); // The flush assigns the id that the event contains.
  publishCallers(context, [], [token.hash]);
  context.publish(patCreated, { data: personalTokenFact(token) });
  return { token, secret };
}
