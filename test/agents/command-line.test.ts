import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type CliApp, openCliApp, typedBy } from '../cli/cli.fixture.ts';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'my-editor', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('signalbox mcp', () => {
  let app: CliApp;
  before(async () => {
    app = await openCliApp();
  });
  after(() => app.close());

  /** The answers to some messages, by id. */
  const answersTo = async (messages: readonly (object | string)[], line = 'mcp', env: Readonly<Record<string, string>> = {}) => {
    const typed = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message))).join('\n');
    const { code, stdout, stderr } = await app.signalbox(line, { stdin: typedBy(`${typed}\n`), env });
    equal(code, 0, stderr);
    const answers = stdout.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text)]));
    return { answers: new Map(answers.map((answer) => [answer.id, answer])), stdout, stderr };
  };
  const call = (id: number, name: string, input: object, more: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input, ...more },
  });

  it('forwards messages of both revisions, as an agent that is named after its client', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old editor!', version: '1' } },
    };
    const { answers } = await answersTo([initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }]);
    deepEqual([...answers.keys()], [1]);
    equal(answers.get(1).result.protocolVersion, '2025-11-25');
    const newest = await answersTo([call(7, 'find_flags', {}, { _meta: envelope })]);
    match(newest.answers.get(7).result.content[0].text, /"data":\{"items":\[/);
    const { body } = await app.app.with({ authorization: app.env['SIGNALBOX_TOKEN'] ?? '' }).get('/api/admin/user/agents');
    deepEqual(body.agents.map(({ agent }: { agent: string }) => agent).toSorted(), ['my-editor', 'old editor']);
  });

  it('stays disconnected once the user or an administrator has disconnected the agent', async () => {
    const session = app.app.with({ authorization: app.env['SIGNALBOX_TOKEN'] ?? '' });
    const answers: { readonly result?: unknown; readonly error?: { readonly message: string } }[] = [];
    let answered = Promise.withResolvers<void>();
    const sent = async function* sent(id: number) {
      answered = Promise.withResolvers();
      yield `${JSON.stringify(call(id, 'find_flags', {}, { _meta: envelope }))}\n`;
      await answered.promise;
    };
    const typed = (async function* messages() {
      yield* sent(1);
      equal((await session.delete('/api/admin/user-admin/agents')).status, 200);
      // The gateway learns of it by an event.
      for (let id = 2; answers.at(-1)?.error === undefined; id += 1) yield* sent(id);
      yield* sent(1);
    })();
    await app.signalbox('mcp', {
      stdin: Object.assign(typed, { isTTY: false }),
      onOutput: (text) => {
        answers.push(JSON.parse(text));
        answered.resolve();
      },
    });
    ok(answers[0]?.result);
    const refusal = 'Connect this client again: it needs the token of an agent.';
    deepEqual(
      answers.slice(-2).map(({ error }) => error?.message),
      [refusal, refusal],
    );
    deepEqual((await session.get('/api/admin/user/agents')).body.agents, []);
  });

  it('answers with an error to lines that are no message, and continues', async () => {
    const codes = async (...lines: readonly string[]) =>
      (await answersTo([...lines, call(1, 'find_flags', {}, { _meta: envelope })])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).error?.code);
    for (const [line, code] of [
      ['{', -32_700],
      ['null', -32_600],
      ['42', -32_600],
      ['[]', -32_600],
    ] as const)
      deepEqual(await codes(line, '', ' \r'), [code, undefined], line);
  });

  it('answers with an error if the user is not logged in', async () => {
    const anonymous = await answersTo([call(3, 'find_flags', {}, { _meta: envelope })], 'mcp --name x', { SIGNALBOX_TOKEN: 'unknown' });
    match(anonymous.answers.get(3).error.message, /Run signalbox login/);
    match(anonymous.stderr, /Run signalbox login/);
  });
});
