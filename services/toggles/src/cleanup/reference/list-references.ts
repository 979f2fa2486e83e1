import { type EntityManager, route } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { Feature, type FeatureKey, refuseElsewhere } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { codeUseTable } from '../../tables/code.ts';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { linkOf } from './link-of.ts';
import { FeatureReferences } from './references.schema.ts';

const maxPerPage = 500;

const Page = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPerPage, default: 100 })),
});

export const listReferencesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/code-references',
    summary: 'List the references to a feature in code, sorted by repository, branch, path and line',
    permission: 'authenticated',
    agents: true,
    params: featureParams,
    query: Page,
    answers: { 200: FeatureReferences },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) => listReferences(context.em, params, query),
);

/** Also lists references to archived features. */
async function listReferences(em: EntityManager, { projectId, featureName }: FeatureKey, { offset = 0, limit = 100 }: Static<typeof Page>) {
  refuseElsewhere(await em.findOne(Feature, { name: featureName }), projectId, featureName);
  const uses = await readUses(em, projectId, featureName);
  const window = within(uses, offset, limit);
  const locations = await readLocations(em, featureName, [...window.keys()]);
  const references = uses.flatMap((use) => {
    const { repository, branch, commit_id: commit, url_template: template } = use;
    const [from, to] = window.get(use.branch_id) ?? [0, 0];
    const shown = (locations.get(use.branch_id) ?? []).slice(from, to);
    return shown.map((location) => ({ repository, branch, commit, ...location, link: linkOf(template, { ...location, commit }) }));
  });
  return { repositories: summarize(uses), total: uses.reduce((sum, use) => sum + use.location_count, 0), references };
}

type Use = Awaited<ReturnType<typeof readUses>>[number];

const readUses = (em: EntityManager, project: string, feature: string) =>
  tablesOf(em)
    .selectFrom('code_use')
    .innerJoin('code_branch', 'code_branch.id', 'branch_id')
    .where('feature_name', '=', feature)
    .where('project_id', '=', project)
    .select([
      'branch_id',
      'repository',
      'branch',
      'commit_id',
      'url_template',
      'location_count',
      'file_count',
      'first_seen',
      'last_seen',
      'extinct_since',
    ])
    .orderBy('repository')
    .orderBy('branch')
    .execute();

/** The part of the page in the locations of each branch: from, to. */
function within(uses: readonly Use[], offset: number, limit: number): Map<string, readonly [number, number]> {
  let start = 0;
  const parts = uses.map((use) => {
    const part = [Math.max(0, offset - start), Math.min(use.location_count, offset + limit - start)] as const;
    start += use.location_count;
    return [use.branch_id, part] as const;
  });
  return new Map(parts.filter(([, [from, to]]) => from < to));
}

async function readLocations(em: EntityManager, feature: string, branches: readonly string[]) {
  if (branches.length === 0) return new Map<string, never>();
  const rows = await stored.read(
    tablesOf(em).selectFrom('code_use').where('feature_name', '=', feature).where('branch_id', 'in', branches),
  );
  return new Map(rows.map(({ branchId, locations }) => [branchId, locations]));
}

const stored = new Projection(codeUseTable, ['branchId', 'locations']);

/** A feature is extinct in a repository once no branch uses it. */
function summarize(uses: readonly Use[]) {
  return [...Map.groupBy(uses, ({ repository }) => repository)].map(([repository, own]) => {
    const ends = own.map((use) => Number(use.extinct_since ?? Number.POSITIVE_INFINITY));
    const end = Math.max(...ends);
    return {
      repository,
      references: own.reduce((sum, use) => sum + use.location_count, 0),
      files: Math.max(...own.map((use) => use.file_count)),
      firstSeen: instantOf(Math.min(...own.map((use) => Number(use.first_seen)))),
      lastSeen: instantOf(Math.max(...own.map((use) => Number(use.last_seen)))),
      extinctSince: Number.isFinite(end) ? instantOf(end) : null,
    };
  });
}
