import { Failure } from '@signalbox/contracts';
import { type Context, type ReadContext } from '@signalbox/kit';
import { isAnyOf, type ValuesOf } from '@signalbox/table';
import type { ExpressionBuilder } from 'kysely';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import { type applicationTable, fullApplication } from '../../tables/usage.ts';

type IndexState = Pick<ReadContext | Context, 'em' | 'actor' | 'access'>;

/** Condition for queries on `application`: the application has a project that the caller can see, or no known project. */
export const isVisibleTo =
  ({ actor, access }: Pick<IndexState, 'actor' | 'access'>) =>
  (where: ExpressionBuilder<Tables, 'application'>) => {
    const visible = access.visibleTo(actor);
    if (visible === 'all') return where.lit(true);
    const ofIt = where
      .selectFrom('application_project')
      .whereRef('application_project.app_name', '=', 'application.name')
      .select('application_project.app_name');
    return where.or([where.not(where.exists(ofIt)), where.exists(ofIt.where((own) => isAnyOf(own.ref('project_id'), visible)))]);
  };

/** Finds an application. Throws 404 also if all its projects are hidden. */
export async function findApplication(context: IndexState, name: string): Promise<ValuesOf<typeof applicationTable>> {
  const named = tablesOf(context.em).selectFrom('application').where('name', '=', name);
  const [found] = await fullApplication.read(named.where(isVisibleTo(context)));
  if (!found) throw new Failure('NotFoundError', `There is no application ${name}.`);
  return found;
}

/** The visible projects of the applications, by application. */
export async function readProjectsOf({ em, actor, access }: IndexState, names: readonly string[]) {
  if (names.length === 0) return new Map<string, { project: string; environment: string }[]>();
  const rows = await tablesOf(em)
    .selectFrom('application_project')
    .innerJoin('project', 'project.id', 'project_id')
    .where('app_name', 'in', [...names])
    .select(['app_name as application', 'project_id as project', 'environment'])
    .orderBy('project_id')
    .orderBy('environment')
    .execute();
  return Map.groupBy(
    rows.filter(({ project }) => access.sees(actor, project)),
    ({ application }) => application,
  );
}
