/** Attempts of a group of users in one step of time, and how many of them had the event. */
export interface Group {
  readonly attempts: number;
  readonly events: number;
}

/** Both groups in one step of time: users with the feature, and users without it. */
export interface GroupComparison {
  readonly treated: Group;
  readonly control: Group;
}

/** False stops: at most this share of releases whose rates do not differ, however often somebody looks. */
const falseStops = 0.05;
export const requiredEvidence = 1 / falseStops;

/** The alternatives, as factors on the limit: quantiles of a half-normal distribution of their logarithm. */
const spread = 0.4;
const halfNormal = [0.063, 0.189, 0.319, 0.454, 0.598, 0.755, 0.935, 1.15, 1.44, 1.96];
const factors = halfNormal.map((quantile) => Math.exp(spread * quantile));

/**
 * Evidence that the ratio of the event rates (treated to control) is beyond `limit`, as the likelihood ratio of a mixture sequential
 * probability ratio test (Robbins 1970; Johari et al. 2022). Given the events of a step, those of the treated group are binomial, so the
 * share of traffic may change over time. By Ville's inequality it exceeds `requiredEvidence` at any time in at most `falseStops` of the
 * releases within the limit. Events must be independent of each other.
 */
export function evidenceOf(steps: readonly GroupComparison[], operator: '>' | '<', limit: number): number {
  const logs = factors.map((factor) => {
    const alternative = operator === '>' ? limit * factor : limit / factor;
    return steps.reduce((sum, step) => sum + logRatio(step, limit, alternative), 0);
  });
  const max = Math.max(...logs);
  return (Math.exp(max) * logs.reduce((sum, log) => sum + Math.exp(log - max), 0)) / logs.length;
}

function logRatio({ treated, control }: GroupComparison, limit: number, alternative: number): number {
  if (treated.attempts === 0 || control.attempts === 0) return 0;
  const share = (ratio: number) => (ratio * treated.attempts) / (ratio * treated.attempts + control.attempts);
  const [expected, suspected] = [share(limit), share(alternative)];
  return treated.events * Math.log(suspected / expected) + control.events * Math.log((1 - suspected) / (1 - expected));
}

/** The sum of all steps. */
export const totalOf = (steps: readonly GroupComparison[]): GroupComparison =>
  steps.reduce((sum, { treated, control }) => ({ treated: added(sum.treated, treated), control: added(sum.control, control) }), {
    treated: { attempts: 0, events: 0 },
    control: { attempts: 0, events: 0 },
  });

const added = (one: Group, other: Group): Group => ({ attempts: one.attempts + other.attempts, events: one.events + other.events });
