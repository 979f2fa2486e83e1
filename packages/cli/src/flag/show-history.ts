import { argument, command, numberOption, settingOption } from '../command/command.ts';
import { eventsAnswer } from '../event/events-answer.ts';

export const showHistory = command({
  name: 'flag history',
  summary: 'List the changes of a feature flag, newest first',
  arguments: { flag: argument('Name of the flag') },
  options: { project: settingOption('project'), limit: numberOption('Maximum number of changes', 'count', 20) },
  examples: [{ line: 'signalbox flag history new-checkout --limit 5', text: 'Lists the last five changes: when, who and what.' }],
  async run({ flag, project, limit }, session) {
    const query = { project: `IS:${project}`, feature: `IS:${flag}`, limit };
    const { events } = await (await session.api()).ask('GET /api/admin/search/events', { query });
    return eventsAnswer(events);
  },
});
