import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Project } from '../../project/project/project.ts';
import { ListFeatures, parseTag } from './list-features.ts';
import { FeatureItem } from './feature-item.schema.ts';
import { readItemsWithProject } from './read-feature-items.ts';

const ItemWithProject = Type.Object({ ...FeatureItem.properties, project: Type.String() });
const ListFeaturesEverywhere = Type.Object({ ...ListFeatures.properties, project: Type.Optional(Type.Array(Type.String())) });

export const listFeaturesEverywhereRoute = route(
  {
    method: 'get',
    path: '/api/admin/features',
    summary: 'List the active features of every project that the caller may see',
    permission: 'authenticated',
    query: ListFeaturesEverywhere,
    answers: { 200: Type.Object({ version: Type.Literal(1), features: Type.Array(ItemWithProject) }) },
    failures: ['BadDataError'],
    deprecated: 'Search instead: GET /api/admin/search/features answers in pages.',
  },
  async ({ query }, context) => ({ version: 1 as const, features: await listFeaturesEverywhere(context, query) }),
);

/** Of any of the named projects, or of all. */
export async function listFeaturesEverywhere(
  { em, access, actor }: ReadContext,
  { tag = [], namePrefix, project }: Static<typeof ListFeaturesEverywhere>,
): Promise<Static<typeof ItemWithProject>[]> {
  const tags = tag.map(parseTag);
  const projects = await em.find(Project, project ? { id: { $in: project } } : {}, { fields: ['id'] });
  const visible = projects.flatMap(({ id }) => (access.sees(actor, id) ? [id] : []));
  const items = await readItemsWithProject(em, { project: visible, tags, namePrefix, favoritesOf: actor.id });
  return items.map(({ item, project: where }) => ({ ...item, project: where }));
}
