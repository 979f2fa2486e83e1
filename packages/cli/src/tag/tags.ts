import type { RequestOf } from '../api/api.ts';
import { argument, command, type CommandSession } from '../command/command.ts';
import { parseTag } from '../flag/create-flag.ts';
import { type Answer, listOf } from '../output/answer.ts';

const tagged = { flag: argument('Name of the flag'), tag: argument('Tag, as type:value') } as const;
const columns = { type: ({ type }: { type: string }) => type, value: ({ value }: { value: string }) => value };

export const listTags = command({
  name: 'tag list',
  summary: 'List the tags of a feature flag',
  arguments: { flag: tagged.flag },
  examples: [{ line: 'signalbox tag list new-checkout', text: 'Lists the tags of a flag.' }],
  async run({ flag }, session) {
    const { tags } = await (await session.api()).ask('GET /api/admin/features/{featureName}/tags', { path: { featureName: flag } });
    return listOf(tags, columns);
  },
});

export const addTag = command({
  name: 'tag add',
  summary: 'Add a tag to a feature flag',
  arguments: tagged,
  examples: [{ line: 'signalbox tag add new-checkout simple:wave-12', text: 'Adds a tag.' }],
  run: ({ flag, tag }, session) => changeTags(session, flag, { addedTags: [parseTag(tag)], removedTags: [] }),
});

export const removeTag = command({
  name: 'tag remove',
  summary: 'Remove a tag from a feature flag',
  arguments: tagged,
  examples: [{ line: 'signalbox tag remove new-checkout simple:wave-12', text: 'Removes a tag.' }],
  run: ({ flag, tag }, session) => changeTags(session, flag, { addedTags: [], removedTags: [parseTag(tag)] }),
});

async function changeTags(session: CommandSession, featureName: string, body: RequestOf<typeof changing>['body']): Promise<Answer> {
  const { tags } = await (await session.api()).ask(changing, { path: { featureName }, body });
  return listOf(tags, columns);
}

const changing = 'PUT /api/admin/features/{featureName}/tags';
