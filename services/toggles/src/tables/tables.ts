import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import type { Kysely } from 'kysely';
import * as cleanup from './cleanup.ts';
import * as code from './code.ts';
import * as featureParts from './feature-parts.ts';
import * as feature from './feature.ts';
import * as instance from './instance.ts';
import * as metric from './metric.ts';
import * as plan from './plan.ts';
import * as project from './project.ts';
import * as release from './release.ts';
import * as segment from './segment.ts';
import * as strategy from './strategy.ts';
import * as usage from './usage.ts';
import * as vocabulary from './vocabulary.ts';

export const tables = tablesIn(
  cleanup,
  code,
  featureParts,
  feature,
  instance,
  metric,
  plan,
  project,
  release,
  segment,
  strategy,
  usage,
  vocabulary,
);

/** The tables that queries are built on, with the host's counter (ARCHITECTURE, "The life of a request"). */
export interface Tables extends RowsOf<(typeof tables)[number]> {
  counter: { message: number; position: number; revision: number };
}

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });

/** A stored instant. */
const dateOf = (ms: number): Date => new Date(Number(ms));

/** Like `dateOf`, for nullable columns. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : dateOf(ms));

/** A stored instant in ISO 8601, as in responses. */
export const instantOf = (ms: number): string => dateOf(ms).toISOString();

/** Like `instantOf`, for nullable columns. */
export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instantOf(ms));
