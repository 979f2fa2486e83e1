import { defineEntity, p } from '@mikro-orm/core';
import type { ProjectMode } from '@signalbox/contracts';

export const knownProjectEntity = defineEntity({
  name: 'KnownProject',
  tableName: 'known_project',
  properties: { id: p.string().primary(), mode: p.string().$type<ProjectMode>() },
});

/** A project of toggles: its mode says who may propose changes. */
export class KnownProject extends knownProjectEntity.class {}
knownProjectEntity.setClass(KnownProject);
