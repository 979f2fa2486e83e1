import type { Bus } from '@signalbox/bus';
import { exchanges } from '@signalbox/contracts';
import type { OpenParts, Surface } from '@signalbox/kit';
import type { Listen } from '@signalbox/follow';
import type { Effects } from '../runtime/effects.ts';

/** Receives the state broadcasts of services in a temporary queue of this process. */
export const listenToStates =
  (bus: Bus): Listen =>
  async (key, receive, connected) => {
    const bindings = [{ exchange: exchanges.state, pattern: key }];
    await bus.subscribe({ kind: 'broadcast', bindings, connected }, async (messages) => {
      for (const { body } of messages) receive(JSON.parse(body));
    });
  };

/** Broadcasts an ephemeral message. It is lost if it cannot be sent. No queue outlives its reader, so it never reaches a disk. */
export const broadcastToListeners =
  (bus: Bus, { id }: Pick<Effects, 'id'>, { name, ephemeralKeys }: Surface): OpenParts['broadcast'] =>
  async (key, body) => {
    if (!ephemeralKeys?.includes(key)) throw new Error(`${name} publishes ${key}, which its surface does not declare`);
    if (!bus.connected) return;
    await bus.publish([{ id: id(), exchange: exchanges.state, key, body: JSON.stringify(body) }]);
  };
