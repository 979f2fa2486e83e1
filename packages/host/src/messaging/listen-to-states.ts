import type { Bus } from '@signalbox/bus';
import { exchanges } from '@signalbox/contracts';
import type { Listen } from '@signalbox/follow';

/** Receives what services broadcast of their states, in a passing queue of this process. */
export const listenToStates =
  (bus: Bus): Listen =>
  async (key, receive, connected) => {
    const bindings = [{ exchange: exchanges.state, pattern: key }];
    await bus.subscribe({ kind: 'broadcast', bindings, connected }, async (messages) => {
      for (const { body } of messages) receive(JSON.parse(body));
    });
  };
