import { Failure } from '@signalbox/contracts';

/** Points at a value in what was sent: slash-separated, empty for the root. `feature` says whose it is where one request brings many. */
export interface Pointer {
  readonly path: string;
  readonly feature?: string;
}

/** Points at what is inside of what `pointer` points at. */
export const under = (pointer: Pointer, ...steps: readonly (string | number)[]): Pointer => ({
  ...pointer,
  path: [...(pointer.path === '' ? [] : [pointer.path]), ...steps].join('/'),
});

/** The 400 for a value that has the right shape and makes no sense. */
export function badValue(pointer: string | Pointer, problem: string): Failure {
  return failureAt('BadDataError', pointer, problem);
}

/** A failure that names what it points at. */
export function failureAt(name: 'BadDataError' | 'NotFoundError', pointer: string | Pointer, problem: string): Failure {
  const { path, feature } = typeof pointer === 'string' ? { path: pointer, feature: undefined } : pointer;
  return new Failure(name, `${path === '' ? '' : `${path} `}${problem}${feature === undefined ? '' : ` (feature ${feature})`}`, { path });
}
