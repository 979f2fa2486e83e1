import { isDeepStrictEqual } from 'node:util';
import { Failure, type FeatureVariant } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { serializeStrategy, readStrategies } from '../../feature/strategy/strategy.ts';
import { findProject, projectEnvironmentNames } from '../../project/project/project.ts';
import { ComparedSide } from './transfer.schema.ts';

const maxLimit = 500;
const maxOffset = 1_000_000;

const Difference = Type.Object({ name: Type.String(), from: ComparedSide, to: ComparedSide });
type Difference = Static<typeof Difference>;

const EnvironmentDifferences = Type.Object({ total: Type.Integer(), features: Type.Array(Difference) });

/** Read-only. To promote one side, clients run an import with its permissions and rules. */
export const compareEnvironmentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/environments/:environment/differences',
    summary: 'List the active features of a project whose switch, strategies or variants differ in another environment',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), environment: Type.String() }),
    query: Type.Object({
      to: Type.String(),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOffset, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxLimit, default: 100 })),
    }),
    answers: { 200: EnvironmentDifferences },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) =>
    compareEnvironments(context, { project: params.projectId, from: params.environment, to: query.to }, query),
);

interface Compared {
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

const featuresAtOnce = 200;

/** Sorted by name. Counts all differences and returns those of the page. */
export async function compareEnvironments(
  { em }: Pick<ReadContext, 'em'>,
  { project, from, to }: Compared,
  { offset = 0, limit = 100 }: { readonly offset?: number; readonly limit?: number },
): Promise<Static<typeof EnvironmentDifferences>> {
  await findProject({ em }, project);
  const used = await projectEnvironmentNames(em, project);
  for (const environment of [from, to])
    if (!used.includes(environment))
      throw new Failure('NotFoundError', `The project ${project} does not use the environment ${environment}.`);
  const names = await activeFeatures(em, project);
  const page: Difference[] = [];
  let total = 0;
  for (let at = 0; at < names.length; at += featuresAtOnce) {
    for (const difference of await differencesOf(em, names.slice(at, at + featuresAtOnce), { from, to })) {
      if (total >= offset && page.length < limit) page.push(difference);
      total += 1;
    }
  }
  return { total, features: page };
}

async function activeFeatures(em: EntityManager, project: string): Promise<string[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .select('name')
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

async function differencesOf(
  em: EntityManager,
  names: readonly string[],
  { from, to }: Omit<Compared, 'project'>,
): Promise<readonly Difference[]> {
  const [before, after] = [await readIn(em, names, from), await readIn(em, names, to)];
  return names.flatMap((name) => {
    const difference = { name, from: before.get(name) ?? nothing, to: after.get(name) ?? nothing };
    return isDeepStrictEqual(contentOf(difference.from), contentOf(difference.to)) ? [] : [difference];
  });
}

const nothing: ComparedSide = { enabled: false, strategies: [], variants: [] };

/** Compares strategies without ids and sort orders, but in their order. */
const contentOf = ({ strategies, ...rest }: ComparedSide) => ({
  ...rest,
  strategies: strategies.map(({ id: _id, sortOrder: _sortOrder, ...content }) => ({ ...content, title: content.title || null })),
});

async function readIn(em: EntityManager, names: readonly string[], environment: string): Promise<Map<string, ComparedSide>> {
  const strategies = Map.groupBy(await readStrategies(em, names, environment), ({ featureName }) => featureName);
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where('environment', '=', environment)
    .where('feature_name', 'in', [...names])
    .select(['feature_name', 'enabled', 'variants'])
    .execute();
  return new Map(
    rows.map(({ feature_name: name, enabled, variants }) => {
      const own = strategies.get(name) ?? [];
      return [
        name,
        {
          enabled: own.length > 0 && Boolean(enabled),
          strategies: own.map((strategy) => serializeStrategy(strategy, strategy.segments)),
          variants: JSON.parse(variants) as FeatureVariant[],
        },
      ];
    }),
  );
}
