import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Failpoint } from '@signalbox/host';
import type { BugName } from './bugs.ts';
import type { plantedSteps } from './failpoint-patches.ts';

/** What a process of the product is started with, beside its settings. */
export interface Planting {
  readonly bug?: BugName;
  /** It ends itself at the `at`-th passing of a durable step of a service, counted from when it is open. */
  readonly failpoint?: PlantedFailpoint;
}

export interface PlantedFailpoint {
  readonly point: Failpoint | (typeof plantedSteps)[number];
  readonly service: string;
  readonly at: number;
}

/** The variables that have a process of Node started so. */
export function variablesOf(planting: Planting): Record<string, string> {
  const order = encodeURIComponent(JSON.stringify(planting));
  return { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'plant.ts')).href}?order=${order}` };
}
