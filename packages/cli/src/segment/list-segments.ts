import type { Api } from '../api/api.ts';
import type { AnswerOf } from '../api/operations.ts';
import { argument, command } from '../command/command.ts';
import { Problem } from '../base/problem.ts';
import { listOf, objectOf } from '../output/answer.ts';

export const listSegments = command({
  name: 'segment list',
  summary: 'List the segments, and how often they are used',
  examples: [{ line: 'signalbox segment list', text: 'Lists global segments and those of projects.' }],
  async run(_, session) {
    const { segments } = await (await session.api()).ask('GET /api/admin/segments', {});
    return listOf(segments, {
      id: ({ id }) => id,
      name: ({ name }) => name,
      project: ({ project }) => project,
      features: ({ usedInFeatures }) => usedInFeatures,
      description: ({ description }) => description,
    });
  },
});

export const getSegment = command({
  name: 'segment get',
  summary: 'Show a segment',
  arguments: { segment: argument('Name or id of the segment') },
  examples: [{ line: 'signalbox segment get nordic', text: 'Shows a segment with its constraints.' }],
  async run({ segment }, session) {
    return objectOf(await findSegment(await session.api(), segment));
  },
});

/** A segment as in lists. */
export type ListedSegment = AnswerOf<'GET /api/admin/segments'>['segments'][number];

/** The segment with this name or id. */
export async function findSegment(api: Api, segment: string): Promise<ListedSegment> {
  const { segments } = await api.ask('GET /api/admin/segments', {});
  const found = segments.find(({ id, name }) => name === segment || String(id) === segment);
  if (!found) throw new Problem('NotFoundError', `There is no segment ${segment}.`);
  return found;
}
