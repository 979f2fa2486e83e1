import { type GroupComparison, evidenceOf, requiredEvidence } from '../../services/toggles/src/release/safeguard/sequential-test.ts';

/** A release that a relative safeguard checks once a minute. */
export interface SimulatedRelease {
  readonly users: number;
  /** Share of users with the feature. */
  readonly share: number;
  readonly requestsPerUserAndHour: number;
  /** Share of requests that fail without the feature. */
  readonly errorRate: number;
  /** Error rate with the feature, as a ratio to that without it. */
  readonly ratio: number;
  readonly hours: number;
}

/**
 * Simulates a release with values by hour, as the store has them, and returns the minute in which its safeguard stops it. Null if it does
 * not. Traffic is twice as high in the middle of the day.
 */
export function simulateRelease(release: SimulatedRelease, random: () => number): number | null {
  const steps: GroupComparison[] = [];
  for (let minute = 0; minute < release.hours * 60; minute += 1) {
    const current = minute % 60 === 0 ? { treated: { attempts: 0, events: 0 }, control: { attempts: 0, events: 0 } } : steps.pop();
    if (current) steps.push(withMinute(current, release, minute, random));
    if (evidenceOf(steps, '>', 1) >= requiredEvidence) return minute;
  }
  return null;
}

function withMinute(current: GroupComparison, release: SimulatedRelease, minute: number, random: () => number): GroupComparison {
  const { users, share, requestsPerUserAndHour, errorRate, ratio } = release;
  const traffic = 1 + Math.sin((minute / 1440) * 2 * Math.PI - Math.PI / 2) / 3;
  const requests = (users * requestsPerUserAndHour * traffic) / 60;
  const more = ({ attempts, events }: GroupComparison['treated'], part: number, rate: number) => {
    const added = poisson(requests * part, random);
    return { attempts: attempts + added, events: events + binomial(added, rate, random) };
  };
  return { treated: more(current.treated, share, errorRate * ratio), control: more(current.control, 1 - share, errorRate) };
}

/** By multiplication (Knuth), for small means. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

function binomial(attempts: number, rate: number, random: () => number): number {
  let count = 0;
  for (let index = 0; index < attempts; index += 1) if (random() < rate) count += 1;
  return count;
}
