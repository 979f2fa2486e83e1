import { CodeDefault, type Completion } from '@signalbox/contracts';
import { boolean, instant, integer, json, longText, projectionOfAll, projectionOf, tableWith, text, type ValuesOf } from '@signalbox/table';
import { bookkeeping, type FeatureMarks, identity, metadata, ownership } from './marks.ts';

export const featureTable = tableWith<FeatureMarks>()('feature', 'Feature', {
  name: text(100).key().marked(identity),
  project: text(100).called('project_id').marked(identity),
  description: longText().nullable().marked(metadata),
  type: text(50).marked(metadata),
  stale: boolean().marked(metadata),
  impressionData: boolean().marked(metadata),
  codeDefault: json<CodeDefault>(CodeDefault)
    .optional()
    .marked({ ...metadata, indexed: false }),
  managedBy: text(100).optional().marked(ownership),
  createdAt: instant().marked({ ...bookkeeping, described: true }),
  archivedAt: instant()
    .nullable()
    .marked({ ...bookkeeping, described: true, guarded: true }),
  createdByUserId: integer().nullable().marked(bookkeeping),
  createdBy: text(255).nullable().marked(bookkeeping),
  /** The responsible user, with the user name at the time of the choice. */
  ownerId: integer()
    .nullable()
    .marked({ ...bookkeeping, indexed: true }),
  ownerName: text(255).nullable().marked(bookkeeping),
  /** Incremented by every unit of work that emits an event of this feature. Used for the ETag of its admin responses. */
  version: integer().marked(bookkeeping),
  /** True if the feature has outlived the lifetime of its type, as of the last run of the job. */
  potentiallyStale: boolean().default(false).marked(bookkeeping),
  revivedAt: instant().nullable().marked(bookkeeping),
  /** First seen outside of production, then in production: written by `enterStage` and imports. */
  preLiveAt: instant().nullable().marked(bookkeeping),
  liveAt: instant().nullable().marked(bookkeeping),
  completedAt: instant().nullable().marked(bookkeeping),
  completedStatus: text(20).as<Completion['status']>().nullable().marked(bookkeeping),
  completedStatusValue: text(100).nullable().marked(bookkeeping),
});

export const writtenFeature = projectionOf(featureTable, 'written');
export const exportedFeature = projectionOf(featureTable, 'exported');
export const clonedFeature = projectionOf(featureTable, 'cloned');
export const servedFeature = projectionOf(featureTable, 'served');
export const indexedFeature = projectionOf(featureTable, 'indexed');
export const describedFeature = projectionOf(featureTable, 'described');
export const fullFeature = projectionOfAll(featureTable);

/** Defaults of features that are created without these properties. */
export const initialFeature: ValuesOf<typeof featureTable, (typeof writtenFeature.names)[number]> = {
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  codeDefault: null,
};
