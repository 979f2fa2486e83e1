import { pause } from '@signalbox/timing';

const attempts = 20;
const waitMs = 500;

/** Repeats a comparison until it finds nothing, because both sides serve changes with a delay. Returns the last differences. */
export async function compareUntilEqual<T>(compare: () => Promise<T[]>): Promise<T[]> {
  for (let attempt = 1; ; attempt += 1) {
    const differences = await compare();
    if (differences.length === 0 || attempt === attempts) return differences;
    await pause(waitMs);
  }
}
