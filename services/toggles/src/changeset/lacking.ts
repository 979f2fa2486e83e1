import type { ChangesetInput, ChangesetOutput, Principal } from '@signalbox/contracts';
import type { Access } from '@signalbox/kit';
import type { DirectRoute, Scene } from './change-kind.ts';
import { changeKinds } from './change-kinds.ts';

interface Lacking {
  readonly permissions: readonly string[];
  /** Where they are missing: in an environment of a project, in a project, or in the instance. */
  readonly where: { readonly project?: string; readonly environment?: string };
}

/** The permissions of a direct route that the caller lacks; null if none is missing. An empty project is the instance. */
export function lackingFor(
  { access, actor }: { readonly access: Access; readonly actor: Principal },
  { declaration: { permission, scope } }: DirectRoute,
  { project, environment }: Scene,
): Lacking | null {
  const permissions = [permission].flat();
  const where = { ...(project === '' ? {} : { project }), ...(scope === 'environment of the path' ? { environment } : {}) };
  return access.allows(actor, permissions, where) ? null : { permissions, where };
}

/** The first permissions that the actor of a changeset lacks for making its changes directly; null if none is missing. */
export function lackingForAll(
  access: Access,
  { actor, changes, ...scene }: ChangesetInput,
): NonNullable<ChangesetOutput['lacking']> | null {
  for (const action of new Set(changes.map((change) => change.action))) {
    const lacking = lackingFor({ access, actor }, changeKinds[action].route, scene);
    if (lacking) return { permissions: [...lacking.permissions], environment: lacking.where.environment ?? null };
  }
  return null;
}
