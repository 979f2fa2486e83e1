import { argument, command } from '../command/command.ts';
import { parseTag } from '../flag/create-flag.ts';
import { listOf } from '../output/answer.ts';

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
  async run({ flag, tag }, session) {
    const body = { addedTags: [parseTag(tag)], removedTags: [] };
    const { tags } = await (await session.api()).ask('PUT /api/admin/features/{featureName}/tags', { path: { featureName: flag }, body });
    return listOf(tags, columns);
  },
});

export const removeTag = command({
  name: 'tag remove',
  summary: 'Remove a tag from a feature flag',
  arguments: tagged,
  examples: [{ line: 'signalbox tag remove new-checkout simple:wave-12', text: 'Removes a tag.' }],
  async run({ flag, tag }, session) {
    const body = { addedTags: [], removedTags: [parseTag(tag)] };
    const { tags } = await (await session.api()).ask('PUT /api/admin/features/{featureName}/tags', { path: { featureName: flag }, body });
    return listOf(tags, columns);
  },
});
