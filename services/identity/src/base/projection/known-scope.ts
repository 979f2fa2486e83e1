import { defineEntity, p } from '@mikro-orm/core';

export const knownProjectEntity = defineEntity({
  name: 'KnownProject',
  tableName: 'known_project',
  properties: { id: p.string().primary(), mode: p.string(), deleted: p.boolean().default(false) },
});

/** A project of toggles, as far as access depends on it; also a private one that was deleted, because its history stays private. */
export class KnownProject extends knownProjectEntity.class {}
knownProjectEntity.setClass(KnownProject);

export const knownEnvironmentEntity = defineEntity({
  name: 'KnownEnvironment',
  tableName: 'known_environment',
  properties: { name: p.string().primary() },
});

/** An environment of toggles: tokens are for one. */
export class KnownEnvironment extends knownEnvironmentEntity.class {}
knownEnvironmentEntity.setClass(KnownEnvironment);
