import { command, numberOption, optionalArgument, textOption } from '../command/command.ts';
import { eventsAnswer } from './events-answer.ts';

/** Filters of events. */
export const eventFilters = {
  project: textOption('Only events of this project', 'id'),
  environment: textOption('Only events of this environment', 'name'),
  flag: textOption('Only events of this flag', 'name'),
  type: textOption('Only events of this type', 'type'),
  by: textOption('Only changes by this user', 'name'),
} as const;

export const searchEvents = command({
  name: 'events search',
  summary: 'Search the event log, newest first',
  arguments: { text: optionalArgument('Text that the events contain') },
  options: {
    ...eventFilters,
    from: textOption('First day or moment in UTC, such as 2026-11-23', 'day'),
    to: textOption('Last day or moment in UTC', 'day'),
    limit: numberOption('Maximum number of events', 'count', 50),
  },
  examples: [
    { line: 'signalbox events search --project default --type feature-created', text: 'Lists flags that were created in a project.' },
    {
      line: 'signalbox events search checkout --limit 5 --output markdown',
      text: 'Prints the newest five events with a text as a Markdown table.',
    },
  ],
  async run({ text, limit, from, to, ...filters }, session) {
    const query = { ...conditionsOf(filters), ...(text !== undefined && { query: text }), ...conditionsOf({ from, to }), limit };
    const { events } = await (await session.api()).ask('GET /api/admin/search/events', { query });
    return eventsAnswer(events);
  },
});

const parameters: Readonly<Record<string, string>> = { flag: 'feature', by: 'createdBy' };

/** Query parameters of filters. */
export const conditionsOf = (filters: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[parameters[name] ?? name, `IS:${value}`] as const])),
  );
