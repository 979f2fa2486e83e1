import { type Context, noAccess } from '@signalbox/kit';
import type { ChangeKind, Target } from '../changeset/change-kind.ts';
import { changeKinds } from '../changeset/change-kinds.ts';
import { lackingFor } from '../changeset/lacking.ts';
import { directKinds } from './direct-kinds.ts';
import type { PastState } from './past-state.ts';
import type { UndoAction } from './undo.schema.ts';

/** The changes that undo events. */
export const actions: Readonly<Record<UndoAction, ChangeKind<PastState>>> = { ...changeKinds, ...directKinds };

/** Throws 403 unless the caller may make the change directly. The permission is the one that the route declares. */
export function requireFor({ access, actor }: Context, action: UndoAction, { project, environment }: Target): void {
  const lacking = lackingFor({ access, actor }, actions[action].route, { project, environment });
  if (lacking) throw noAccess([...lacking.permissions], lacking.where);
}
