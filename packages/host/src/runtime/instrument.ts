import type { FastRoute, Route, RouteDeclaration } from '@signalbox/kit';

/** Durable steps between a write and its effects elsewhere. */
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

/** Test instrumentation of the product. None in production. */
export interface Instrument {
  /** Replaces a route before it is served. */
  readonly route?: (route: Route<never>) => Route<never>;
  readonly fastRoute?: (route: FastRoute<never>) => FastRoute<never>;
  /** Wraps the handling of a request to a route, including all refusals. */
  readonly answer?: <Request, Answer>(
    declaration: RouteDeclaration,
    answer: (request: Request) => Promise<Answer>,
  ) => (request: Request) => Promise<Answer>;
  /** Called for each event that a unit of work publishes, with its type. */
  readonly emitted?: (type: string) => void;
  /** Called at each durable step. Tests kill the process there. */
  readonly step?: (point: Failpoint, service: string) => void;
  /** False if no job runs. */
  readonly runsJobs?: boolean;
}
