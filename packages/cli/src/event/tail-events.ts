import { type CommandSession, command, numberOption } from '../command/command.ts';
import { listOf, type Answer } from '../output/answer.ts';
import type { DescribedEvent } from '../api/operations.ts';
import { conditionsOf, eventFilters } from './search-events.ts';

export const tailEvents = command({
  name: 'events tail',
  summary: 'Print events as they happen',
  description: 'JSON is printed as lines. The command ends when it is interrupted, or after the given number of events.',
  options: { ...eventFilters, limit: numberOption('Number of events after which to end; 0 means never', 'count', 0) },
  examples: [],
  async run({ limit, ...filters }, session) {
    const api = await session.api();
    const response = await api.raw({ method: 'GET', path: '/api/admin/changes/stream', headers: { accept: 'text/event-stream' } });
    let count = 0;
    for await (const ids of changedIds(response)) {
      const query = { ...conditionsOf(filters), id: `IS_ANY_OF:${ids.join(',')}` };
      const { events } = await api.ask('GET /api/admin/search/events', { query });
      for (const event of events.toReversed()) {
        await printEvent(session, event);
        count += 1;
        if (count === limit) return undefined;
      }
    }
    return undefined;
  },
});

/** The ids of changes in each chunk of a stream of server-sent events. Heartbeats have no data. */
async function* changedIds({ body }: Response): AsyncGenerator<readonly string[]> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    const ids = blocks.filter((block) => /^data:/m.test(block)).flatMap((block) => /^id: ?(\d+)$/m.exec(block)?.[1] ?? []);
    if (ids.length > 0) yield ids;
  }
}

async function printEvent({ format, print, terminal }: CommandSession, event: DescribedEvent): Promise<void> {
  if (format === 'json' || format === 'ndjson') return void terminal.stdout.write(`${JSON.stringify(event)}\n`);
  await print(lineOf(event));
}

const lineOf = (event: DescribedEvent): Answer => {
  const { createdAt, summary } = event;
  return { ...listOf([event], {}), text: `${createdAt}  ${summary.replaceAll(/[*`]/g, '')}` };
};
