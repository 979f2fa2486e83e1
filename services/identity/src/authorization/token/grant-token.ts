import { type Failure, patCreated, patDeleted } from '@signalbox/contracts';
import { type OpenContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { clientFields, clientId, refuseOtherClients, required } from '../client/client.ts';
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
});
type TokenRequest = Static<typeof TokenRequest>;

export const grantTokenRoute = route(
  {
    method: 'post',
    path: '/auth/token',
    summary: `Get or renew the token of a login of the command line (client \`${clientId}\`)`,
    permission: 'public',
    body: TokenRequest,
    bodyTypes: ['application/x-www-form-urlencoded'],
    holdsSecret: true,
    answers: {
      200: Type.Object({
        access_token: Type.String({ description: 'Returned only once.' }),
        token_type: Type.String(),
        expires_in: Type.Integer({ description: 'Seconds until the token expires.' }),
        refresh_token: Type.String({ description: 'Returned only once, and works once.' }),
        refresh_token_expires_in: Type.Integer({ description: 'Seconds until the login can no longer be renewed.' }),
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
      refresh_token: refreshSecret,
      refresh_token_expires_in: secondsUntil(token.renewableUntil ?? token.expiresAt),
    };
    return new Reply(answer, { headers: { 'cache-control': 'no-store' } });
  },
);

/** Refusals that the unit of work has recorded are returned rather than thrown, because a throw would roll it back. */
async function grant(body: TokenRequest, context: OpenContext): Promise<LoginToken> {
  const grantType = required(body, 'grant_type');
  refuseOtherClients(body.client_id);
  const granted = await redeem(grantType, body, context);
  if (granted instanceof Error) throw granted;
  return granted;
}

function redeem(grantType: string, body: TokenRequest, context: OpenContext): Promise<LoginToken | Failure> {
  if (grantType === grantTypes.code)
    return redeemCode(context, {
      code: required(body, 'code'),
      redirectUri: required(body, 'redirect_uri'),
      verifier: required(body, 'code_verifier'),
    });
  if (grantType === grantTypes.device) return redeemDevice(context, required(body, 'device_code'));
  if (grantType === grantTypes.refresh) return renewLogin(context, required(body, 'refresh_token'));
  throw oauthFailure('unsupported_grant_type', `grant_type must be one of ${Object.values(grantTypes).join(', ')}.`, {
    path: 'grant_type',
  });
}
