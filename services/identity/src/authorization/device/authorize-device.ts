import { randomBytes } from 'node:crypto';
import { hashSecret } from '@signalbox/contracts';
import { callerOf, type Context, Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { linkTo } from '../../base/link.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { clientFields, deviceSeconds, hostIn, refuseOtherClients } from '../client/client.ts';
import type { GrantLimits } from '../client/grant-limits.ts';
import { newUserCode, userCodeHash } from './user-code.ts';

const secretBytes = 32;
const intervalSeconds = 5;
/** Devices in ten minutes: the rows that anonymous callers can create are bounded, by address and in total. */
const maxDevices = { perCaller: 20, overall: 5000 } as const;

export const authorizeDeviceRoute = routeWith<GrantLimits>()(
  {
    method: 'post',
    path: '/auth/device',
    summary: 'Start a login of the command line on a machine without a browser (RFC 8628)',
    permission: 'public',
    body: Type.Object({ ...clientFields, host: Type.Optional(Type.String({ description: 'The name of the machine.' })) }),
    bodyTypes: ['application/x-www-form-urlencoded'],
    holdsSecret: true,
    answers: {
      200: Type.Object({
        device_code: Type.String({ description: 'Returned only once. The command line polls POST /auth/token with it.' }),
        user_code: Type.String({ description: 'The person types it at `verification_uri`.' }),
        verification_uri: Type.String(),
        verification_uri_complete: Type.String(),
        expires_in: Type.Integer({ description: 'Seconds until both codes expire.' }),
        interval: Type.Integer({ description: 'Minimum number of seconds between two polls.' }),
      }),
    },
    failures: ['BadDataError', 'RateLimitError'],
    events: { none: 'because nobody has approved the login yet' },
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    refuseOtherClients(body.client_id);
    const host = hostIn(body);
    const address = context.request.clientAddress;
    await context.state.limitGrants(`devices of ${callerOf(address)}`, maxDevices.perCaller);
    await context.state.limitGrants('devices', maxDevices.overall);
    const { deviceCode, userCode } = await context.write((work) => beginDevice(work, host, address));
    const page = linkTo(context.settings, '/device');
    const answer = {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: linkTo(context.settings, '/device', { code: userCode }),
      expires_in: deviceSeconds,
      interval: intervalSeconds,
    };
    return new Reply(answer, { headers: { 'cache-control': 'no-store' } });
  },
);

async function beginDevice({ em, now }: Context, host: string, address: string): Promise<{ deviceCode: string; userCode: string }> {
  const [deviceCode, userCode, createdAt] = [randomBytes(secretBytes).toString('hex'), newUserCode(), now()];
  em.create(AuthorizationGrant, {
    hash: hashSecret(deviceCode),
    userCodeHash: userCodeHash(userCode),
    host,
    address: address.slice(0, 64),
    state: 'pending',
    intervalSeconds,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + deviceSeconds * 1000),
  });
  return { deviceCode, userCode };
}
