import type { Bus } from '@signalbox/bus';
import { exchanges } from '@signalbox/contracts';
import type { OpenParts, Surface } from '@signalbox/kit';
import type { Listen } from '@signalbox/follow';
import type { ProcessRuntime } from '../runtime/runtime.ts';

/** Receives the state broadcasts of services in a temporary queue of this process. */
export const listenToStates =
  (bus: Bus): Listen =>
  async (key, receive, connected) => {
    const bindings = [{ exchange: exchanges.state, pattern: key }];
    await bus.subscribe({ kind: 'broadcast', bindings, connected }, async (messages) => {
      for (const { body } of messages) receive(JSON.parse(body));
    });
  };

/** Broadcasts a message that is lost while the bus is down, or without listeners. */
export async function broadcast({ bus, effects }: Pick<ProcessRuntime, 'bus' | 'effects'>, key: string, body: unknown): Promise<void> {
  if (bus.connected) await bus.publish([{ id: effects.id(), exchange: exchanges.state, key, body: JSON.stringify(body) }]);
}

/** Broadcasts under the ephemeral keys of a surface. No queue outlives its reader, so such a message never reaches a disk. */
export const broadcastToListeners =
  (runtime: ProcessRuntime, { name, ephemeralKeys }: Surface): OpenParts['broadcast'] =>
  async (key, body) => {
    if (!ephemeralKeys?.includes(key)) throw new Error(`${name} publishes ${key}, which its surface does not declare`);
    await broadcast(runtime, key, body);
  };
