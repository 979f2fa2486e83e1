import { bigInteger, boolean, table, text } from '@signalbox/table';

export const heardPositionTable = table('heard_position', 'HeardPosition', {
  service: text(100).key(),
  position: bigInteger(),
});

export const knownEnvironmentTable = table('known_environment', 'KnownEnvironment', {
  name: text(100).key(),
});

export const knownOriginTable = table('known_origin', 'KnownOrigin', {
  origin: text(255).key(),
});

export const knownProjectTable = table('known_project', 'KnownProject', {
  id: text(100).key(),
  mode: text(20),
  deleted: boolean().default(false),
});

export const knownSettingTable = table('known_setting', 'KnownSetting', {
  id: text(100).key(),
  enabled: boolean(),
});
