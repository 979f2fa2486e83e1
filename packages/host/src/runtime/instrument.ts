import type { FastRoute, Route, RouteDeclaration } from '@signalbox/kit';

/** The durable steps between a write and its effects elsewhere. */
export const failpoints = [
  'after write',
  'after commit',
  'after publish',
  'after confirm',
  'before checkpoint',
  'after handling',
  'before ack',
] as const;
/** One of `failpoints`. */
export type Failpoint = (typeof failpoints)[number];

/** What tests put around the product from outside; in production there is none. */
export interface Instrument {
  /** Takes the place of a route before it is served. */
  readonly route?: (route: Route<never>) => Route<never>;
  readonly fastRoute?: (route: FastRoute<never>) => FastRoute<never>;
  /** Takes the place of what answers a request to a route, with everything that may refuse it on the way. */
  readonly answer?: <Request, Answer>(
    declaration: RouteDeclaration,
    answer: (request: Request) => Promise<Answer>,
  ) => (request: Request) => Promise<Answer>;
  /** Called for each event that a unit of work states, by its type. */
  readonly stated?: (type: string) => void;
  /** Called at each durable step: tests end the process at one of them. */
  readonly step?: (point: Failpoint, service: string) => void;
}
