import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { ConnectedAgent, readAgents, serializeAgent } from './agent-token.ts';

export const listAgentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/agents',
    summary: 'List the agents that can act for the current user, newest first',
    permission: 'authenticated',
    answers: { 200: Type.Object({ agents: Type.Array(ConnectedAgent) }) },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => ({ agents: (await readAgents(context, (await findOwnUser(context)).id)).map(serializeAgent) }),
);
