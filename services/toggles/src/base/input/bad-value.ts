import { Failure } from '@signalbox/contracts';

/** Points at a value in the request: slash-separated, empty for the root. `feature` names the feature where a request contains several. */
export interface Pointer {
  readonly path: string;
  readonly feature?: string;
}

/** Extends a pointer by steps into the value. */
export const under = (pointer: Pointer, ...steps: readonly (string | number)[]): Pointer => ({
  ...pointer,
  path: [...(pointer.path === '' ? [] : [pointer.path]), ...steps].join('/'),
});

/** A 400 for a value that has the right shape but is invalid. */
export function badValue(pointer: string | Pointer, problem: string): Failure {
  return failureAt('BadDataError', pointer, problem);
}

/** A failure whose message names the pointer. */
export function failureAt(name: 'BadDataError' | 'NotFoundError', pointer: string | Pointer, problem: string): Failure {
  const { path, feature } = typeof pointer === 'string' ? { path: pointer, feature: undefined } : pointer;
  return new Failure(name, `${path === '' ? '' : `${path} `}${problem}${feature === undefined ? '' : ` (feature ${feature})`}`, { path });
}
