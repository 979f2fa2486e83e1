import { type Failure, patCreated, patDeleted } from '@signalbox/contracts';
import { type OpenContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { clientFields, clientId, required } from '../client/client.ts';
import { clientOfRequest } from '../client/client-of-request.ts';
import type { RegisteredClient } from '../client/registered-client.ts';
import type { LoginToken } from './login-token.ts';
import { redeemCode } from './redeem-code.ts';
import { redeemDevice } from './redeem-device.ts';
import { renewLogin } from './renew-login.ts';

/** The supported grants (RFC 6749 §4.1 and §6, RFC 8628 §3.4). */
export const grantTypes = {
  code: 'authorization_code',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
  refresh: 'refresh_token',
} as const;

const field = (description: string) => Type.Optional(Type.String({ description }));

const TokenRequest = Type.Object({
  grant_type: field(
    Object.values(grantTypes)
      .map((type) => `\`${type}\``)
      .join(', '),
  ),
  ...clientFields,
  code: field('The code from the redirect.'),
  redirect_uri: field('The same address as at the start of the login.'),
  code_verifier: field('The secret behind the challenge (RFC 7636).'),
  device_code: field('The code from POST /auth/device.'),
  refresh_token: field('The newest refresh token of the login.'),
  resource: field('For agents: the address of /mcp (RFC 8707). A token of an agent is valid there only.'),
});
type TokenRequest = Static<typeof TokenRequest>;

export const grantTokenRoute = route(
  {
    method: 'post',
    path: '/auth/token',
    summary: `Get or renew the token of a login of the command line (client \`${clientId}\`), or get the token of an agent`,
    permission: 'public',
    body: TokenRequest,
    bodyTypes: ['application/x-www-form-urlencoded'],
    holdsSecret: true,
    answers: {
      200: Type.Object({
        access_token: Type.String({ description: 'Returned only once.' }),
        token_type: Type.String(),
        expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
        refresh_token: Type.Optional(
          Type.String({ description: 'Returned only once, and works once. Agents get none: their access ends after 12 hours.' }),
        ),
        refresh_token_expires_in: Type.Optional(Type.Integer({ description: 'Seconds until the login can no longer be renewed.' })),
      }),
    },
    failures: ['BadDataError'],
    events: [patDeleted, patCreated],
    transaction: { none: 'because a wrong or early request is recorded and then refused' },
  },
  async ({ body }, context) => {
    const granted = await grant(body, context);
    const { token, secret, refreshSecret } = granted;
    const issuedAt = token.renewedAt ?? token.createdAt;
    const secondsUntil = (at: Date) => Math.floor((at.getTime() - issuedAt.getTime()) / 1000);
    const answer = {
      access_token: secret,
      token_type: 'Bearer',
      expires_in: secondsUntil(token.expiresAt),
      ...(refreshSecret !== undefined && {
        refresh_token: refreshSecret,
        refresh_token_expires_in: secondsUntil(token.renewableUntil ?? token.expiresAt),
      }),
    };
    return new Reply(answer, { headers: { 'cache-control': 'no-store' } });
  },
);

/** Refusals that the unit of work has recorded are returned rather than thrown, because a throw would roll it back. */
async function grant(body: TokenRequest, context: OpenContext): Promise<LoginToken> {
  const grantType = required(body, 'grant_type');
  const client = await clientOfRequest(context, body.client_id);
  const granted = await redeem(grantType, client, body, context);
  if (granted instanceof Error) throw granted;
  return granted;
}

function redeem(
  grantType: string,
  client: RegisteredClient | null,
  body: TokenRequest,
  context: OpenContext,
): Promise<LoginToken | Failure> {
  if (grantType === grantTypes.code)
    return redeemCode(context, {
      client: client?.id ?? null,
      code: required(body, 'code'),
      redirectUri: required(body, 'redirect_uri'),
      verifier: required(body, 'code_verifier'),
    });
  if (client)
    throw oauthFailure('unsupported_grant_type', `Agents can only use the grant_type ${grantTypes.code}.`, { path: 'grant_type' });
  if (grantType === grantTypes.device) return redeemDevice(context, required(body, 'device_code'));
  if (grantType === grantTypes.refresh) return renewLogin(context, required(body, 'refresh_token'));
  throw oauthFailure('unsupported_grant_type', `grant_type must be one of ${Object.values(grantTypes).join(', ')}.`, {
    path: 'grant_type',
  });
}
