import { randomBytes } from 'node:crypto';
import { hashSecret } from '@signalbox/contracts';
import { type Context, minuteMs, Reply, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findSessionUser } from '../../account/own-user/own-user.ts';
import { linkTo } from '../../base/link.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { clientId, Host } from '../client/client.ts';
import type { GrantLimits } from '../client/grant-limits.ts';
import { findApprover } from './approver.ts';

const secretBytes = 32;
const validMs = minuteMs;
const maxApprovals = 20;

/** Parameters of the console page `/authorize` (RFC 6749 §4.1.1, RFC 7636 §4.3), and the decision of the user. */
const Authorization = Type.Object({
  responseType: Type.Literal('code'),
  clientId: Type.Literal(clientId),
  redirectUri: Type.String({
    pattern: '^http://(?:127\\.0\\.0\\.1|\\[::1\\]):[1-9][0-9]{0,4}(?:/[A-Za-z0-9._~-]+)*/?$',
    maxLength: 200,
    description: 'A loopback address with any port and a plain path (RFC 8252 §7.3).',
  }),
  codeChallenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 }),
  codeChallengeMethod: Type.Literal('S256'),
  state: Type.String({ pattern: '^[A-Za-z0-9._~-]{1,200}$', maxLength: 200 }),
  host: Host,
  approved: Type.Boolean(),
});
type Authorization = Static<typeof Authorization>;

export const approveAuthorizationRoute = routeWith<GrantLimits>()(
  {
    method: 'post',
    path: '/api/admin/user/authorizations',
    summary: 'Approve or deny a login of the command line in this browser, and get the address to continue at',
    permission: 'authenticated',
    body: Authorization,
    holdsSecret: true,
    answers: { 200: Type.Object({ redirectTo: Type.String({ description: 'The loopback address with a code, or with an error.' }) }) },
    failures: ['AuthenticationRequired', 'NameExistsError', 'NoAccessError', 'RateLimitError', 'StepUpRequired'],
    events: { none: 'because the token does not exist before the command line has proved that it started the login' },
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { user } = await findSessionUser(context);
    const answerWith = (answer: Record<string, string>) => {
      const query = new URLSearchParams({ ...answer, state: body.state, iss: linkTo(context.settings, '') });
      return new Reply({ redirectTo: `${body.redirectUri}?${query.toString()}` }, { headers: { 'cache-control': 'no-store' } });
    };
    if (!body.approved) return answerWith({ error: 'access_denied' });
    await context.state.limitGrants(`approvals of user ${user.id}`, maxApprovals);
    const { clientAddress } = context.request;
    return answerWith({ code: await context.write((work) => grantCode(work, body, clientAddress)) });
  },
);

/** Stores the approval under the hash of a new code, and returns the code. */
async function grantCode(context: Context, { host, codeChallenge, redirectUri }: Authorization, address: string): Promise<string> {
  const userId = await findApprover(context, host);
  const [code, createdAt] = [randomBytes(secretBytes).toString('hex'), context.now()];
  context.em.create(AuthorizationGrant, {
    hash: hashSecret(code),
    host,
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
