import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { type PrivateServer, startPrivateMysql, startPrivateRabbit, startPrivateRedis } from '@signalbox/testing/servers';

/** The servers that the product runs on. */
export const serverKinds = ['mysql', 'rabbit', 'redis'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** A private server, and the proxy through which the product reaches it. */
export interface Supplier {
  readonly server: PrivateServer;
  readonly proxy: FaultProxy;
}

/** Private servers that can be killed, frozen and disconnected. */
export interface Ground extends Readonly<Record<ServerKind, Supplier>> {
  close(): Promise<void>;
}

/** Starts all three. Throws if one is not installed. */
export async function openGround(): Promise<Ground> {
  const [mysql, rabbit, redis] = await Promise.all([
    supply(startPrivateMysql()),
    supply(startPrivateRabbit()),
    supply(startPrivateRedis()),
  ]);
  return {
    mysql,
    rabbit,
    redis,
    async close() {
      await Promise.all([mysql, rabbit, redis].map(async ({ server, proxy }) => [await proxy.close(), await server.close()]));
    },
  };
}

async function supply(starting: Promise<PrivateServer>): Promise<Supplier> {
  const server = await starting;
  return { server, proxy: await openFaultProxy(server.url) };
}
