import { command } from '../command/command.ts';
import { listOf } from '../output/answer.ts';

export const listEnvironments = command({
  name: 'environment list',
  summary: 'List the environments',
  examples: [{ line: 'signalbox environment list', text: 'Lists the environments of the instance.' }],
  async run(_, session) {
    const { environments } = await (await session.api()).ask('GET /api/admin/environments', {});
    return listOf(environments, {
      name: ({ name }) => name,
      type: ({ type }) => type,
      enabled: ({ enabled }) => enabled,
      projects: ({ projectCount }) => projectCount,
    });
  },
});
