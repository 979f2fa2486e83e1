import { randomBytes } from 'node:crypto';
import { audit } from '@signalbox/audit';
import { changeRequests } from '@signalbox/change-requests';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { identity } from '@signalbox/identity';
import { integrations } from '@signalbox/integrations';
import type { Service } from '@signalbox/kit';
import { playground } from '@signalbox/playground';
import { type TestApp, type Client, start, type StartOptions } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

const services: readonly Service[] = [gateway, identity, toggles, changeRequests, delivery, playground, audit, integrations];

/** All services behind the gateway, in one process, with initial tokens. */
export interface GatewayApp {
  readonly app: TestApp;
  readonly admin: Client;
  readonly adminToken: string;
  readonly clientToken: string;
  readonly password: string;
}

export async function openGatewayApp(
  settings: Readonly<Record<string, string>> = {},
  changed: (service: Service) => Service = (service) => service,
  effects: StartOptions['effects'] = {},
): Promise<GatewayApp> {
  const secret = () => randomBytes(28).toString('hex');
  const adminToken = `*:*.${secret()}`;
  const clientToken = `default:development.${secret()}`;
  const password = 'open the signal box';
  const app = await start(services.map(changed), {
    ownIdentity: true,
    jobs: true,
    effects,
    settings: {
      INIT_ADMIN_PASSWORD: password,
      INIT_ADMIN_API_TOKENS: adminToken,
      INIT_CLIENT_API_TOKENS: clientToken,
      ...settings,
    },
  });
  return { app, admin: app.with({ authorization: adminToken }), adminToken, clientToken, password };
}
