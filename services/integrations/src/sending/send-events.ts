import { job } from '@signalbox/kit';
import type { Sender } from './sender.ts';

/** What routes and jobs find of sending. */
export interface SenderState {
  readonly sender: Sender;
}

/** In each process: a queue is one process's by its lease, and different queues may be sent by different ones. */
export const sendEvents = job<SenderState>({
  name: 'send events',
  everyMs: 250,
  oneAtATime: false,
  run: (context) => context.state.sender.look(context),
});
