import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Failure } from '@signalbox/contracts';
import { route, type Service, service, StreamedReply, surface } from '@signalbox/kit';
import { type TestApp, start } from '@signalbox/testing';
import { Type } from 'typebox';

async function* chunks(...texts: (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

const unavailable = () => new Failure('UnavailableError', 'Not now.', { retryAfterSeconds: 3 });
const streams: Readonly<Record<string, () => StreamedReply>> = {
  complete: () => new StreamedReply(chunks('{"list":[1', ',2]}')),
  lines: () => new StreamedReply(chunks('1\n', '2\n'), { 'content-type': 'text/csv', 'x-more': 'yes' }),
  refused: () => new StreamedReply(chunks(unavailable(), 'never')),
  broken: () => new StreamedReply(chunks('{"list":[1', unavailable())),
  undeclared: () => new StreamedReply(chunks('{"list":', '"none"}')),
};

const streaming: Service = service({
  surface: surface({ name: 'streaming' }),
  routes: Object.entries(streams).map(([name, reply]) =>
    route(
      {
        method: 'get',
        path: `/api/admin/${name}`,
        summary: 'For tests',
        permission: 'public',
        answers: { 200: Type.Object({ list: Type.Array(Type.Integer()) }) },
        headers: { 'X-More': 'Whether there is more.' },
        failures: ['UnavailableError'],
      },
      async () => reply(),
    ),
  ),
});

describe('streamed responses', () => {
  let app: TestApp;
  before(async () => {
    app = await start([streaming]);
  });
  after(() => app.close());
  const get = (name: string) => app.as(null).get(`/api/admin/${name}`);

  it('arrive in chunks, as JSON by default', async () => {
    const { status, headers, body } = await get('complete');
    deepEqual(
      [status, headers['content-type'], headers['content-length'], body],
      [200, 'application/json; charset=utf-8', undefined, { list: [1, 2] }],
    );
    const lines = await get('lines');
    deepEqual([lines.headers['content-type'], lines.headers['x-more'], lines.body], ['text/csv', 'yes', '1\n2\n']);
  });

  it('are ordinary refusals if they fail before the first chunk', async () => {
    const { status, headers, body } = await get('refused');
    deepEqual([status, headers['retry-after'], body.name], [503, '3', 'UnavailableError']);
  });

  it('are aborted if they fail later', async () => {
    await rejects(get('broken'), /terminated|other side closed|aborted/);
  });

  it('are checked against their declaration in tests', async () => {
    await rejects(get('undeclared'), /terminated|other side closed|aborted/);
    equal((await get('complete')).status, 200);
  });
});
