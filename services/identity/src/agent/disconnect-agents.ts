import { Failure, patDeleted } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { personalTokenId } from '../credential/personal-token/personal-token.schema.ts';
import { revokePersonalToken } from '../credential/personal-token/revoke-personal-token.ts';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { readAgents } from './agent-token.ts';

const disconnecting = {
  method: 'delete',
  permission: 'authenticated',
  answers: { 200: empty },
  events: [patDeleted],
} as const;

export const disconnectAgentRoute = route(
  {
    ...disconnecting,
    path: '/api/admin/user/agents/:id',
    summary: 'End the access of an agent of the current user at once',
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
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => {
    const user = await findOwnUser(context);
    for (const { id } of await readAgents(context, user.id)) await revokePersonalToken(context, user.id, id);
  },
);
