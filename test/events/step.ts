/** One mutating request of the walk, and what it states. */
export interface Step {
  /** The route as it is declared: method and path below /api/admin. */
  readonly route: string;
  /** What stands for the parameters of the path, in their order; a function gets what earlier steps kept. */
  readonly at?: readonly (string | ((stored: Stored) => string))[];
  /** A function gets what earlier steps kept. */
  readonly body?: object | ((stored: Stored) => unknown);
  /** Each event as `type project/environment/feature [tags]`, in order; `-` where an event says none. */
  readonly events: readonly string[];
  /** Which sides of the change the events carry, in the same order: `d` data, `p` preData, `dp` both, empty none. */
  readonly carries?: readonly string[];
  /** Keeps the id in the answer under a name; where that is empty, the one that the first event tells. */
  readonly keep?: string;
}

/** Ids that answers gave, by the name they were kept under. */
export type Stored = ReadonlyMap<string, string>;

export const stored = (name: string) => (all: Stored) => all.get(name) ?? `nothing was kept as ${name}`;
