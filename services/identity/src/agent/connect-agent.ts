import { Failure, patCreated, patDeleted } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { claimRevision } from '../base/revision.ts';
import { AgentLimit, AgentName, ConnectedAgent, issueAgentToken, serializeAgent } from './agent-token.ts';

export const connectAgentRoute = route(
  {
    method: 'post',
    path: '/api/admin/user/agents',
    summary: 'Create a token for an agent of the current user, valid for 12 hours at /mcp; only this response contains its secret',
    permission: 'authenticated',
    body: Type.Object(
      { agent: AgentName, client: Type.Optional(AgentName), mode: Type.Optional(AgentLimit) },
      { additionalProperties: false, description: 'By default, the mode is `write`: environments decide.' },
    ),
    holdsSecret: true,
    answers: { 201: Type.Object({ ...ConnectedAgent.properties, secret: Type.String() }) },
    failures: ['AuthenticationRequired', 'NoAccessError'],
    events: [patCreated, patDeleted],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body: { agent, client = agent, mode = 'write' } }, context) => {
    const { id, kind } = await findOwnUser(context);
    if (kind !== 'user') throw new Failure('NoAccessError', 'Agents act for users. Log in as a user.', { extra: { permissions: [] } });
    const { token, secret } = await context.write(async (work) => {
      await claimRevision(work.em);
      return issueAgentToken(work, id, { agent, client }, mode);
    });
    return new Reply({ ...serializeAgent(token), secret }, { headers: { 'cache-control': 'no-store' } });
  },
);
