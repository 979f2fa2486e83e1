import type { Answer } from '@signalbox/testing';

/** A mutating request of the walk, and its expected events. */
export interface Step {
  /** Declared route: method, and path below /api/admin. */
  readonly route: string;
  /** Values of the path parameters, in order. A function receives the values saved by earlier steps. */
  readonly at?: readonly (string | ((stored: Stored) => string))[];
  /** The body. A function receives the values saved by earlier steps. */
  readonly body?: object | ((stored: Stored) => unknown);
  /** Expected events in order, as `type project/environment/feature [tags]`, with `-` for missing parts. */
  readonly events: readonly string[];
  /** Expected sides of the change in the events, in the same order: `d` data, `p` preData, `dp` both, empty none. */
  readonly carries?: readonly string[];
  /**
   * Name under which to save the id in the response, or in the first event if the response has none. A function returns several ids of
   * the response by name.
   */
  readonly keep?: string | ((answer: Answer['body']) => Readonly<Record<string, string>>);
}

/** Ids from responses, by the name under which they were saved. */
export type Stored = ReadonlyMap<string, string>;

export const stored = (name: string) => (all: Stored) => all.get(name) ?? `nothing was kept as ${name}`;
