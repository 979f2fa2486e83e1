import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { IndexState } from '../feature-index/index-state.ts';
import { ListFeatures, parseTag } from './list-features.ts';
import { FeatureItem } from './feature-item.schema.ts';
import { type FeatureList, readFeatureList } from './read-feature-list.ts';
import { streamFeatures } from './stream-features.ts';

const ItemWithProject = Type.Object({ ...FeatureItem.properties, project: Type.String() });
const ListFeaturesEverywhere = Type.Object({ ...ListFeatures.properties, project: Type.Optional(Type.Array(Type.String())) });

export const listFeaturesEverywhereRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/features',
    summary: 'List the active features of all projects visible to the caller',
    permission: 'authenticated',
    query: ListFeaturesEverywhere,
    answers: { 200: Type.Object({ version: Type.Literal(1), features: Type.Array(ItemWithProject) }) },
    failures: ['BadDataError'],
    deprecated: 'Use GET /api/admin/search/features, which returns pages.',
  },
  async ({ query }, context) => streamFeatures({ version: 1 }, await listFeaturesEverywhere(context, query)),
);

/** The features of any of the given projects, or of all. */
async function listFeaturesEverywhere(
  context: ReadContext<IndexState>,
  { tag = [], namePrefix, project }: Static<typeof ListFeaturesEverywhere>,
): Promise<FeatureList> {
  const { access, actor } = context;
  const projects = project ? project.filter((id) => access.sees(actor, id)) : access.visibleTo(actor);
  const { features, write } = await readFeatureList(context, { projects, tags: tag.map(parseTag), namePrefix });
  return { features, write: (feature) => `${write(feature).slice(0, -1)},"project":${JSON.stringify(feature.project)}}` };
}
