import { seeded } from '../races/random.ts';
import { type SimulatedRelease, simulateRelease } from './simulate-release.ts';

/** 2,000 users, half of them with the feature, one request per user and hour of which 5 % fail, for a day. */
export const ordinary: SimulatedRelease = { users: 2000, share: 0.5, requestsPerUserAndHour: 1, errorRate: 0.05, ratio: 1, hours: 24 };

/** Number of releases that a relative safeguard stops, and the median time until then. */
export interface Stops {
  readonly stopped: number;
  readonly medianMinutes: number | null;
}

/** Simulates releases with seeds from 1. */
export function countStops(release: SimulatedRelease, count: number): Stops {
  const minutes = Array.from({ length: count }, (_, index) => simulateRelease(release, seeded(index + 1)))
    .filter((minute) => minute !== null)
    .toSorted((one, other) => one - other);
  return { stopped: minutes.length, medianMinutes: minutes[Math.floor(minutes.length / 2)] ?? null };
}
