import { job } from '@signalbox/kit';
import type { Sender } from './sender.ts';

/** State that provides the sender. */
export interface SenderState {
  readonly sender: Sender;
}

/** Runs in each process: the lease gives each queue to one process, and processes may send different queues. */
export const sendEvents = job<SenderState>({
  name: 'send events',
  everyMs: 250,
  oneAtATime: false,
  run: (context) => context.state.sender.look(context),
});
