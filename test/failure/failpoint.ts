import { join } from 'node:path';
import type { Failpoint } from '@signalbox/host';

/** A process kills itself at the `at`-th pass of a durable step of a service, counted from when it is open. */
export interface PlannedFailpoint {
  readonly point: Failpoint;
  readonly service: string;
  readonly at: number;
}

/** Environment variable with the step, as JSON. */
export const variable = 'FAILPOINT';

/** Entry file of processes with a failpoint. */
export const failingMain = join(import.meta.dirname, 'failing-main.fixture.ts');

/** Variables that set a failpoint for a process of `failingMain`. */
export const variablesOf = (planned: PlannedFailpoint | null): Record<string, string> =>
  planned ? { [variable]: JSON.stringify(planned) } : {};
