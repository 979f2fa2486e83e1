import { retry } from '@signalbox/timing';
import type { ProcessRuntime } from '../runtime/runtime.ts';

/** Declares all durable queues of the product in the background. Only publishing waits for it. */
export async function declareQueues({ bus, log, stop, surfaces }: ProcessRuntime): Promise<void> {
  const queues = surfaces.flatMap(({ queues: own = [] }) => own);
  const failed = (error: unknown) => log.warn({ err: error }, 'the message broker does not respond yet (BUS_URL)');
  await retry(() => bus.declare(queues), { waitMs: () => 1000, failed, stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}
