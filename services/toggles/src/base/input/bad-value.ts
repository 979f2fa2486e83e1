import { Failure } from '@signalbox/contracts';

/** Where something stands in what was sent: slash-separated, empty for the root. `feature` says whose it is where one request brings many. */
export interface Spot {
  readonly path: string;
  readonly feature?: string;
}

/** The spot of what stands under a spot. */
export const under = (spot: Spot, ...steps: readonly (string | number)[]): Spot => ({
  ...spot,
  path: [...(spot.path === '' ? [] : [spot.path]), ...steps].join('/'),
});

/** The 400 for a value that has the right shape and makes no sense. */
export function badValue(spot: string | Spot, problem: string): Failure {
  return misplaced('BadDataError', spot, problem);
}

/** A refusal that names the place it is about. */
export function misplaced(name: 'BadDataError' | 'NotFoundError', spot: string | Spot, problem: string): Failure {
  const { path, feature } = typeof spot === 'string' ? { path: spot, feature: undefined } : spot;
  return new Failure(name, `${path === '' ? '' : `${path} `}${problem}${feature === undefined ? '' : ` (feature ${feature})`}`, { path });
}
