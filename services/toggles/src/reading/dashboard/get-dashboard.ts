import { Failure } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, routeWith } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { Owner } from '../insight/owners.ts';
import { listProjects } from '../project/list-projects.ts';

const DashboardProject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  health: Type.Integer(),
  technicalDebt: Type.Integer(),
  memberCount: Type.Integer(),
  featureCount: Type.Integer(),
});

const Dashboard = Type.Object({
  /** Projects that the caller is a member of, has as favorites or has changed features of. */
  projects: Type.Array(DashboardProject),
  /** The newest hundred active features that the caller created or has as favorites. */
  flags: Type.Array(Type.Object({ name: Type.String(), project: Type.String(), type: Type.String() })),
  /** Owners of all visible projects, who can grant access to them. */
  projectOwners: Type.Array(Owner),
});

export const getDashboardRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/personal-dashboard',
    summary: 'Get the caller’s projects and features, and the project owners and administrators',
    permission: 'authenticated',
    answers: { 200: Dashboard },
    failures: ['InvalidOperationError'],
  },
  (_input, context) => getDashboard(context),
);

async function getDashboard(context: ReadContext<IndexState>) {
  const { em, access, actor } = context;
  const userId = findReader(context);
  const visible = await listProjects(context);
  const touched = await readTouchedProjects(em, userId);
  const concerning = visible.filter(({ id, favorite }) => favorite || touched.has(id) || access.members(id).has(userId));
  const owners = visible.flatMap((project) => project.owners).filter(({ ownerType }) => ownerType === 'user');
  return {
    projects: concerning.map(({ id, name, health, technicalDebt, memberCount, featureCount }) => ({
      id,
      name,
      health,
      technicalDebt,
      memberCount,
      featureCount,
    })),
    flags: await readOwnFeatures(em, userId, access.visibleTo(actor)),
    projectOwners: [...new Map(owners.map((owner) => [JSON.stringify(owner), owner])).values()],
  };
}

/** Returns the id of the user. Throws 403 for an API token, which belongs to no user. */
export function findReader({ actor }: Pick<ReadContext, 'actor'>): number {
  if (actor.id !== null) return actor.id;
  throw new Failure('InvalidOperationError', 'API tokens have no dashboard. Use a session or a personal access token.');
}

async function readTouchedProjects(em: EntityManager, userId: number): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .innerJoin('feature', 'feature.name', 'feature_name')
    .where('user_id', '=', userId)
    .select('project_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

const maxFeatures = 100;

async function readOwnFeatures(em: EntityManager, userId: number, visible: readonly string[] | 'all') {
  return tablesOf(em)
    .selectFrom('feature')
    .where('archived_at', 'is', null)
    .where((feature) => isAnyOf(feature.ref('project_id'), visible))
    .where((feature) =>
      feature.or([
        feature('created_by_user_id', '=', userId),
        feature('name', 'in', feature.selectFrom('favorite_feature').select('feature_name').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('name')
    .limit(maxFeatures)
    .select(['name', 'project_id as project', 'type'])
    .execute();
}
