import type { Api } from '../call/api.ts';

/** The same API of both instances. */
export interface Sides {
  readonly name: string;
  readonly source: Api;
  readonly target: Api;
}
