import type { Bus } from '@signalbox/bus';
import { exchanges, stateKeys } from '@signalbox/contracts';
import type { Logger } from 'pino';
import type { AccessReplica } from './access-replica.ts';

/**
 * Keeps the replica up to date. Subscribes first and fetches then, so that nothing falls between the two; a source that does
 * not answer yet is waited for in the background.
 */
export async function followAccess(access: AccessReplica, bus: Bus, log: Logger): Promise<void> {
  const bindings = [stateKeys.access, stateKeys.accessHeartbeat].map((pattern) => ({ exchange: exchanges.state, pattern }));
  const refetch = () => void access.catchUp();
  await bus.subscribe({ kind: 'broadcast', bindings, connected: refetch }, async (messages) => {
    for (const { body } of messages) {
      const { version, revision } = JSON.parse(body) as { version?: number; revision?: number };
      void access.reach(version ?? revision ?? 0);
    }
  });
  await access.refresh().catch((error: unknown) => {
    log.warn({ err: error }, 'the access state cannot be fetched yet: nothing is allowed until it is');
    void access.reach(0);
  });
}
