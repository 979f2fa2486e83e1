import type { ProjectMode } from '@signalbox/contracts';
import { integer, table, text } from '@signalbox/table';

export const knownProjectTable = table('known_project', 'KnownProject', {
  id: text(100).key(),
  mode: text(20).as<ProjectMode>(),
});

/** A project of toggles; its mode decides who may propose changes. */
export class KnownProject extends knownProjectTable.entity.class {}
knownProjectTable.entity.setClass(KnownProject);

export const knownUserTable = table('known_user', 'KnownUser', {
  id: integer().key(),
  name: text(255).nullable(),
  username: text(255).nullable(),
  email: text(255).nullable(),
  rootRole: integer().nullable(),
});

export const knownMemberTable = table('known_member', 'KnownMember', {
  groupId: integer().key(),
  userId: integer().key(),
});
