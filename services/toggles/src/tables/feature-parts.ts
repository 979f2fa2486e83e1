import type { FeatureVariant } from '@signalbox/contracts';
import {
  bigInteger,
  boolean,
  fixedText,
  instant,
  integer,
  json,
  longText,
  projectionOf,
  projectionOfAll,
  table,
  tableWith,
  text,
} from '@signalbox/table';
import { bookkeeping, content, type ContentMarks, identity } from './marks.ts';

export const featureEnvironmentTable = tableWith<ContentMarks>()('feature_environment', 'FeatureEnvironment', {
  featureName: text(100).key().marked(identity),
  environment: text(100).key().marked(identity),
  /** A clone is off everywhere. */
  enabled: boolean().marked({ ...content, cloned: false }),
  variants: json<FeatureVariant[]>().marked(content),
  lastSeenAt: instant().nullable().marked(bookkeeping),
  /** The time of the last switch, on or off. */
  switchedAt: instant().nullable().marked(bookkeeping),
  /** Written only by `countStrategies`. */
  strategyCount: integer()
    .default(0)
    .marked({ ...bookkeeping, indexed: true }),
  enabledStrategyCount: integer()
    .default(0)
    .marked({ ...bookkeeping, indexed: true }),
});

export const exportedSettings = projectionOf(featureEnvironmentTable, 'exported');
export const servedSettings = projectionOf(featureEnvironmentTable, 'served');

export const featureTagTable = table('feature_tag', 'FeatureTag', {
  featureName: text(100).key(),
  type: text(50).called('tag_type').key(),
  value: text(50).called('tag_value').key(),
  createdAt: instant(),
});

export const featureLinkTable = table('feature_link', 'FeatureLink', {
  id: fixedText(36).key(),
  featureName: text(100),
  url: longText(),
  title: text(255).nullable(),
  sortOrder: integer(),
  createdAt: instant(),
});

export const featureDependencyTable = table('feature_dependency', 'FeatureDependency', {
  child: text(100).key(),
  parent: text(100),
  enabled: boolean(),
  variants: json<string[]>(),
});

export const storedDependency = projectionOfAll(featureDependencyTable);

/** Hashes of settings that were promoted to an environment. */
export const promotedTable = table('promoted', 'Promoted', {
  featureName: text(100).key(),
  environment: text(100).key(),
  hash: fixedText(64),
  /** Hash of the settings before, which stay valid while a change request is open; otherwise the same hash. */
  previous: fixedText(64),
});

/** A user who changed a feature. */
export const featureCollaboratorTable = table('feature_collaborator', 'FeatureCollaborator', {
  featureName: text(100).key(),
  userId: integer().key(),
  userName: text(255),
  changedAt: instant(),
});

/** The first time that a feature was switched on in production. */
export const firstProductionTable = table('first_production', 'FirstProduction', {
  featureName: text(100).key(),
  at: bigInteger(),
});

export const featureCommentTable = table('feature_comment', 'FeatureComment', {
  /** Sorts by time. */
  id: fixedText(36).key(),
  featureName: text(100),
  text: longText(),
  /** Null for an API token. */
  createdByUserId: integer().nullable(),
  createdBy: text(255),
  createdAt: instant(),
});
