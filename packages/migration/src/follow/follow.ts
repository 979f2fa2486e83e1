import { pause } from '@signalbox/timing';
import type { Source } from '../source/source.ts';

/** Work for each change of a source. */
export interface Following {
  readonly source: Source;
  readonly intervalMs: number;
  readonly stop: AbortSignal;
  /** Imports and verifies. */
  readonly round: () => Promise<void>;
  /** Receives the message of a failed round. The next interval repeats it. */
  readonly failed: (message: string) => void;
}

/** Runs a round at the start and after each change, until it is stopped. */
export async function follow({ source, intervalMs, stop, round, failed }: Following): Promise<void> {
  let followed = -1;
  while (!stop.aborted) {
    try {
      // A change during the round causes another one.
      const latest = (await source.latestChange()) ?? 0;
      if (latest > followed) await round();
      followed = Math.max(latest, followed);
    } catch (error) {
      if (!stop.aborted) failed((error as Error).message);
    }
    await pause(intervalMs, stop);
  }
}
