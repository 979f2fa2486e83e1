import { Failure, type Tag } from '@signalbox/contracts';
import { routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import type { IndexContext } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { FeatureItem } from './feature-item.schema.ts';
import { type FeatureList, maxConditions, readFeatureList } from './read-feature-list.ts';
import { streamFeatures } from './stream-features.ts';

const Tags = Type.Array(Type.String(), { maxItems: maxConditions });

export const ListFeatures = Type.Object({ tag: Type.Optional(Tags), namePrefix: Type.Optional(Type.String()) });

export const listFeaturesRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features',
    summary: 'List the active features of a project',
    permission: 'authenticated',
    params: projectParams,
    query: ListFeatures,
    answers: { 200: Type.Object({ version: Type.Literal(2), features: Type.Array(FeatureItem) }) },
    failures: ['BadDataError', 'NotFoundError'],
  },
  async ({ params, query }, context) => {
    await findProject(context, params.projectId);
    return streamFeatures({ version: 2 }, await listFeatures(context, params.projectId, query));
  },
);

function listFeatures(context: IndexContext, project: string, { tag = [], namePrefix }: Static<typeof ListFeatures>): Promise<FeatureList> {
  return readFeatureList(context, { projects: [project], tags: tag.map(parseTag), namePrefix });
}

/** The value may contain colons, but not the type. */
export function parseTag(text: string): Tag {
  const colon = text.indexOf(':');
  if (colon < 1) throw new Failure('BadDataError', `tag must be a type and a value separated by a colon; got ${text}`, { path: 'tag' });
  return { type: text.slice(0, colon), value: text.slice(colon + 1) };
}
