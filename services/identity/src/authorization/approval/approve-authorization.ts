import { randomBytes } from 'node:crypto';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, minuteMs, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findSessionUser } from '../../account/own-user/own-user.ts';
import { linkTo } from '../../base/link.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { AgentLimit } from '../../agent/agent-token.ts';
import { clientId, Host, hostIn } from '../client/client.ts';
import type { GrantLimits } from '../client/grant-limits.ts';
import { isRegistered, readClient, RedirectUri, type RegisteredClient } from '../client/registered-client.ts';
import { findApprover, findSupervisor } from './approver.ts';

const secretBytes = 32;
const validMs = minuteMs;
const maxApprovals = 20;
/** RFC 8252 §7.3, with any port. */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9][0-9]{0,4}(?:\/[A-Za-z0-9._~-]+)*\/?$/;

/** Parameters of the console page `/authorize` (RFC 6749 §4.1.1, RFC 7636 §4.3), and the decision of the user. */
const Authorization = Type.Object({
  responseType: Type.Literal('code'),
  clientId: Type.String({ minLength: 1, maxLength: 4000, description: `\`${clientId}\`, or the id of a registered client.` }),
  redirectUri: RedirectUri,
  codeChallenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 }),
  codeChallengeMethod: Type.Literal('S256'),
  state: Type.Optional(Type.String({ pattern: '^[\\x20-\\x7e]{1,500}$', maxLength: 500 })),
  resource: Type.Optional(Type.String({ maxLength: 500, description: 'For agents: the address of /mcp (RFC 8707).' })),
  host: Type.Optional(Host),
  mode: Type.Optional(AgentLimit),
  approved: Type.Boolean(),
});
type Authorization = Static<typeof Authorization>;

export const approveAuthorizationRoute = routeWith<GrantLimits>()(
  {
    method: 'post',
    path: '/api/admin/user/authorizations',
    summary: 'Approve or deny a login of the command line or an agent in this browser, and get the address to continue at',
    permission: 'authenticated',
    body: Authorization,
    holdsSecret: true,
    answers: { 200: Type.Object({ redirectTo: Type.String({ description: 'The redirect address with a code, or with an error.' }) }) },
    failures: ['AuthenticationRequired', 'BadDataError', 'NameExistsError', 'NoAccessError', 'RateLimitError', 'StepUpRequired'],
    events: { none: 'because the token does not exist before the command line has proved that it started the login' },
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { user } = await findSessionUser(context);
    const client = await clientOf(context, body);
    const answerWith = (answer: Record<string, string>) => {
      const redirect = new URL(body.redirectUri);
      const { state } = body;
      for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }), iss: linkTo(context.settings, '') }))
        redirect.searchParams.append(name, value);
      return new Reply({ redirectTo: redirect.href }, { headers: { 'cache-control': 'no-store' } });
    };
    if (!body.approved) return answerWith({ error: 'access_denied' });
    await context.state.limitGrants(`approvals of user ${user.id}`, maxApprovals);
    const { clientAddress } = context.request;
    return answerWith({ code: await context.write((work) => grantCode(work, body, client, clientAddress)) });
  },
);

/** Returns the client of an agent, or null for the command line. Throws 400 for another client or redirect, before the browser goes there. */
async function clientOf(
  context: OpenContext,
  { clientId: id, redirectUri, state, resource }: Authorization,
): Promise<RegisteredClient | null> {
  if (id === clientId) {
    if (state === undefined) throw badValue('state', 'is required');
    if (loopback.test(redirectUri)) return null;
    throw badValue('redirectUri', 'must be a loopback address with a plain path');
  }
  const client = await readClient(context, id);
  if (!client) throw badValue('clientId', 'must be the id of a registered client; it may have expired, so connect the agent again');
  if (!isRegistered(client, redirectUri)) throw badValue('redirectUri', `must be an address that ${client.name} has registered`);
  const own = linkTo(context.settings, '/mcp');
  if (resource !== undefined && resource !== own) throw badValue('resource', `must be ${own}`);
  return client;
}

const badValue = (path: string, problem: string): Failure => new Failure('BadDataError', `${path} ${problem}.`, { path });

/** Stores the approval under the hash of a new code, and returns the code. */
async function grantCode(context: Context, body: Authorization, client: RegisteredClient | null, address: string): Promise<string> {
  const { codeChallenge, redirectUri, mode = 'write' } = body;
  const host = client ? client.name : hostIn(body);
  const userId = client ? await findSupervisor(context) : await findApprover(context, host);
  const [code, createdAt] = [randomBytes(secretBytes).toString('hex'), context.now()];
  context.em.create(AuthorizationGrant, {
    hash: hashSecret(code),
    host,
    ...(client && { client: client.id, agentMode: mode }),
    address: address.slice(0, 64),
    codeChallenge,
    redirectUri,
    userId,
    state: 'approved',
    intervalSeconds: 0,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + validMs),
  });
  return code;
}
