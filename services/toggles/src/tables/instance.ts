import { instant, integer, json, table, text } from '@signalbox/table';

/** The content of all settings. Each setting uses a subset, which its route returns. */
export interface SettingContent {
  readonly enabled?: boolean;
  readonly frontendApiOrigins?: string[];
}

export const settingTable = table('setting', 'InstanceSetting', {
  id: text(100).key(),
  content: json<SettingContent>().nullable(),
});

/** A setting of the instance. It has no content until an administrator sets it for the first time. */
export class InstanceSetting extends settingTable.entity.class {}
settingTable.entity.setClass(InstanceSetting);

export const tombstoneTable = table('tombstone', 'Tombstone', {
  kind: text(20).as<'project' | 'environment'>().key(),
  id: text(100).key(),
  deletedAt: instant(),
});

/** Numbers of accounts, from the events of identity. */
export const accountCountTable = table('account_count', 'AccountCount', {
  kind: text(50).key(),
  total: integer(),
});

/** A user of identity, without service accounts. The role is null for users who are known only from their changes. */
export const knownUserTable = table('known_user', 'KnownUser', {
  id: integer().key(),
  name: text(255),
  rootRole: integer().nullable(),
});

export const favoriteFeatureTable = table('favorite_feature', 'FavoriteFeature', {
  userId: integer().key(),
  featureName: text(100).key(),
  createdAt: instant(),
});

export const favoriteProjectTable = table('favorite_project', 'FavoriteProject', {
  userId: integer().key(),
  project: text(100).called('project_id').key(),
  createdAt: instant(),
});

export const changesetOutcomeTable = table('changeset_outcome', 'ChangesetOutcome', {
  key: text(100).called('changeset_key').key(),
  applied: integer().as<0 | 1>(),
  decidedAt: instant(),
});
