import type { EntityManager } from '@signalbox/kit';
import type { RowsOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { featureTable } from './feature.ts';
import {
  featureCollaboratorTable,
  featureCommentTable,
  featureDependencyTable,
  featureEnvironmentTable,
  featureLinkTable,
  featureTagTable,
  firstProductionTable,
  promotedTable,
} from './feature-parts.ts';
import {
  accountCountTable,
  changesetOutcomeTable,
  favoriteFeatureTable,
  favoriteProjectTable,
  knownUserTable,
  settingTable,
  tombstoneTable,
} from './instance.ts';
import { appliedPlanTable } from './plan.ts';
import {
  environmentTable,
  personaTable,
  projectActivityTable,
  projectEnvironmentTable,
  projectTable,
  protectedEnvironmentTable,
  tokenCountTable,
} from './project.ts';
import { impactBlockTable, impactChartTable, impactSeriesTable, signalTable } from './metric.ts';
import { environmentSafeguardsTable, releasePlanTable, releaseTemplateTable } from './release.ts';
import { openProposalTable, proposedUseTable, segmentTable } from './segment.ts';
import { strategySegmentTable, strategyTable } from './strategy.ts';
import {
  applicationHourTable,
  applicationInstanceTable,
  applicationProjectTable,
  applicationTable,
  unknownFlagTable,
  usageDayTable,
  usageHourTable,
  variantUsageDayTable,
  variantUsageHourTable,
} from './usage.ts';
import {
  contextFieldTable,
  featureTypeTable,
  strategyContextTable,
  strategyDefinitionTable,
  tagTable,
  tagTypeTable,
} from './vocabulary.ts';

export const tables = [
  accountCountTable,
  applicationHourTable,
  applicationInstanceTable,
  applicationProjectTable,
  applicationTable,
  appliedPlanTable,
  changesetOutcomeTable,
  contextFieldTable,
  environmentSafeguardsTable,
  environmentTable,
  favoriteFeatureTable,
  favoriteProjectTable,
  featureCollaboratorTable,
  featureCommentTable,
  featureDependencyTable,
  featureEnvironmentTable,
  featureLinkTable,
  featureTable,
  featureTagTable,
  featureTypeTable,
  firstProductionTable,
  impactBlockTable,
  impactChartTable,
  impactSeriesTable,
  knownUserTable,
  openProposalTable,
  personaTable,
  projectActivityTable,
  projectEnvironmentTable,
  projectTable,
  promotedTable,
  proposedUseTable,
  protectedEnvironmentTable,
  releasePlanTable,
  releaseTemplateTable,
  segmentTable,
  settingTable,
  signalTable,
  strategyContextTable,
  strategyDefinitionTable,
  strategySegmentTable,
  strategyTable,
  tagTable,
  tagTypeTable,
  tokenCountTable,
  tombstoneTable,
  unknownFlagTable,
  usageDayTable,
  usageHourTable,
  variantUsageDayTable,
  variantUsageHourTable,
] as const;

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
