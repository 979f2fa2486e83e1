import { command } from '../command/command.ts';
import { listOf } from '../output/answer.ts';

export const listContextFields = command({
  name: 'context-field list',
  summary: 'List the context fields',
  examples: [{ line: 'signalbox context-field list', text: 'Lists the fields that constraints may use.' }],
  async run(_, session) {
    const fields = await (await session.api()).ask('GET /api/admin/context', {});
    return listOf(fields, {
      name: ({ name }) => name,
      description: ({ description }) => description,
      stickiness: ({ stickiness }) => stickiness,
      values: ({ legalValues }) => legalValues.map(({ value }) => value),
    });
  },
});
