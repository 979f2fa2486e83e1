import type { EntityManager, ReadContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { Creator, serializeCreator } from '../../feature/feature/creator.schema.ts';

/** A user who owns a project, with the name at the time of the user's last change of a feature, or the system if no user owns it. */
export const Owner = Type.Union([
  Type.Object({ ownerType: Type.Literal('user'), ...Creator.properties }),
  Type.Object({ ownerType: Type.Literal('system') }),
]);
export type Owner = Static<typeof Owner>;

const unowned: Owner[] = [{ ownerType: 'system' }];

/** The owners of each project. Executes one statement, for the names. */
export async function readOwners(
  { em, access }: Pick<ReadContext, 'em' | 'access'>,
  projects: readonly string[],
): Promise<(project: string) => Owner[]> {
  const ids = new Map(projects.map((project) => [project, access.owners(project)]));
  const names = await readNames(em, [...new Set([...ids.values()].flat())]);
  return (project) => {
    const users = (ids.get(project) ?? []).flatMap((id) => serializeCreator(id, names.get(id)) ?? []);
    return users.length === 0 ? unowned : users.map((user) => ({ ownerType: 'user' as const, ...user }));
  };
}

async function readNames(em: EntityManager, users: readonly number[]): Promise<Map<number, string>> {
  if (users.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .where('user_id', 'in', [...users])
    .groupBy(['user_id', 'user_name'])
    .select(['user_id', 'user_name'])
    .orderBy(({ fn }) => fn.max('changed_at'))
    .execute();
  return new Map(rows.map(({ user_id, user_name }) => [user_id, user_name]));
}
