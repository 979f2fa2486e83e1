import { bigInteger, boolean, table, text } from '@signalbox/table';

export const heardPositionTable = table('heard_position', 'HeardPosition', {
  service: text(100).key(),
  position: bigInteger(),
});

/** Position of the last event of a service that has taken effect here. */
export class HeardPosition extends heardPositionTable.entity.class {}
heardPositionTable.entity.setClass(HeardPosition);

export const knownEnvironmentTable = table('known_environment', 'KnownEnvironment', {
  name: text(100).key(),
});

/** An environment of toggles; tokens belong to one. */
export class KnownEnvironment extends knownEnvironmentTable.entity.class {}
knownEnvironmentTable.entity.setClass(KnownEnvironment);

export const knownOriginTable = table('known_origin', 'KnownOrigin', {
  origin: text(255).key(),
});

/** An origin whose pages may read responses, as administrators configured it in toggles; `*` allows every origin. */
export class KnownOrigin extends knownOriginTable.entity.class {}
knownOriginTable.entity.setClass(KnownOrigin);

export const knownProjectTable = table('known_project', 'KnownProject', {
  id: text(100).key(),
  mode: text(20),
  deleted: boolean().default(false),
});

/** A project of toggles with its access mode. Deleted private projects stay, because their history stays private. */
export class KnownProject extends knownProjectTable.entity.class {}
knownProjectTable.entity.setClass(KnownProject);

export const knownSettingTable = table('known_setting', 'KnownSetting', {
  id: text(100).key(),
  enabled: boolean(),
});
