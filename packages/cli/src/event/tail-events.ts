import { pause } from '@signalbox/timing';
import type { Api } from '../api/api.ts';
import type { DescribedEvent } from '../api/operations.ts';
import { type CommandSession, command, numberOption } from '../command/command.ts';
import { listOf, type Answer } from '../output/answer.ts';
import { conditionsOf, eventFilters } from './search-events.ts';

const reconnectMs = 1000;
/** Maximum number of values in a condition. */
const maxIds = 100;

export const tailEvents = command({
  name: 'events tail',
  summary: 'Print events as they happen',
  description: 'JSON is printed as lines. The command ends when it is interrupted, or after the given number of events.',
  options: { ...eventFilters, limit: numberOption('Number of events after which to end; 0 means never', 'count', 0) },
  examples: [],
  async run({ limit, ...filters }, session) {
    const api = await session.api();
    let count = 0;
    for await (const ids of changedIds(api, session)) {
      const query = { ...conditionsOf(filters), id: `IS_ANY_OF:${ids.join(',')}`, limit: maxIds };
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

/** The ids of changes as they happen, at most `maxIds` at a time. Connects again when the stream ends, such as when the server restarts. */
async function* changedIds(api: Api, { note, terminal: { signal } }: CommandSession): AsyncGenerator<readonly string[]> {
  let lastId: string | undefined;
  for (;;) {
    const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
    const response = await api.raw({ method: 'GET', path: '/api/admin/changes/stream', headers });
    try {
      for await (const events of eventsIn(response)) {
        lastId = events.findLast(({ id }) => id !== undefined)?.id ?? lastId;
        if (events.some(({ type }) => type === 'resync')) note('Some events are missing, because too many happened at once.');
        const ids = events.flatMap(({ type, id }) => (type === 'change' && id !== undefined ? [id] : []));
        for (let from = 0; from < ids.length; from += maxIds) yield ids.slice(from, from + maxIds);
      }
    } catch (error) {
      // Otherwise the connection broke.
      if (signal.aborted || !(error instanceof TypeError)) throw error;
    }
    await pause(reconnectMs, signal);
    signal.throwIfAborted();
  }
}

interface StreamEvent {
  readonly type: string | undefined;
  readonly id: string | undefined;
}

/** The server-sent events in each chunk of a stream. Heartbeats have no type. */
async function* eventsIn({ body }: Response): AsyncGenerator<readonly StreamEvent[]> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    yield blocks.map((block) => ({ type: /^event: ?(.+)$/m.exec(block)?.[1], id: /^id: ?(\d+)$/m.exec(block)?.[1] }));
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
