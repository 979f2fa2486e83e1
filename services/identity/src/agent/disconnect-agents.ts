import { Failure, patDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { userParams } from '../account/user/user-admin.schema.ts';
import { claimRevision } from '../base/revision.ts';
import { personalTokenId } from '../credential/personal-token/personal-token.schema.ts';
import { revokePersonalToken, revokeTokens } from '../credential/personal-token/revoke-personal-token.ts';
import { AuthorizationGrant } from '../tables/authorization-grant.ts';
import { findUser } from '../user/user.ts';
import { readAgents } from './agent-token.ts';

const disconnecting = { method: 'delete', answers: { 200: empty }, events: [patDeleted] } as const;

export const disconnectAgentRoute = route(
  {
    ...disconnecting,
    path: '/api/admin/user/agents/:id',
    summary: 'End the access of an agent of the current user at once',
    permission: 'authenticated',
    params: Type.Object({ id: personalTokenId }),
    failures: ['AuthenticationRequired', 'NoAccessError', 'NotFoundError'],
  },
  async ({ params: { id } }, context) => {
    const user = await findOwnUser(context);
    const isAgent = (await readAgents(context, user.id)).some((agent) => agent.id === id);
    if (!isAgent) throw new Failure('NotFoundError', `You have no agent ${id}.`);
    await revokePersonalToken(context, user.id, id);
  },
);

export const disconnectAgentsRoute = route(
  {
    ...disconnecting,
    path: '/api/admin/user/agents',
    summary: 'End the access of all agents of the current user at once',
    permission: 'authenticated',
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => disconnectAgents(context, (await findOwnUser(context)).id),
);

export const disconnectAgentsOfUserRoute = route(
  {
    ...disconnecting,
    path: '/api/admin/user-admin/:id/agents',
    summary: 'End the access of all agents of a user at once',
    permission: 'ADMIN',
    params: userParams,
    failures: ['NotFoundError'],
  },
  async ({ params: { id } }, context) => disconnectAgents(context, (await findUser(context.em, id)).id),
);

export const disconnectAllAgentsRoute = route(
  {
    ...disconnecting,
    path: '/api/admin/user-admin/agents',
    summary: 'End the access of all agents of all users at once',
    permission: 'ADMIN',
    failures: [],
  },
  (_input, context) => disconnectAgents(context, 'all'),
);

/** Ends tokens, and approvals that have no token yet. */
async function disconnectAgents(context: Context, userId: number | 'all'): Promise<void> {
  await claimRevision(context.em); // Serializes with approvals that become tokens.
  await context.em.nativeDelete(AuthorizationGrant, { client: { $ne: null }, ...(userId !== 'all' && { userId }) });
  await revokeTokens(context, await readAgents(context, userId));
}
