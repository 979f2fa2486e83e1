import { join } from 'node:path';
import type { Failpoint } from '@signalbox/host';

/** A process kills itself at the `at`-th passing of a durable step of a service, counted from when it is open. */
export interface PlannedFailpoint {
  readonly point: Failpoint;
  readonly service: string;
  readonly at: number;
}

/** The environment variable that names the step, as JSON. */
export const variable = 'FAILPOINT';

/** The file that processes with a failpoint start from. */
export const failingMain = join(import.meta.dirname, 'failing-main.fixture.ts');

/** The variables that plan a failpoint for a process of `failingMain`. */
export const variablesOf = (planned: PlannedFailpoint | null): Record<string, string> =>
  planned ? { [variable]: JSON.stringify(planned) } : {};
