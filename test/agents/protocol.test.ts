import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { type AgentsApp, agentToken, openAgentsApp } from './agents.fixture.ts';

const maxTokens = 4000;
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('agents at /mcp', () => {
  let app: AgentsApp;
  let token: string;
  before(async () => {
    app = await openAgentsApp();
    token = await agentToken(app.session);
  });
  after(() => app.close());

  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}, method = 'POST') =>
    fetch(`${app.url}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  for (const [revision, version] of [
    ['newest', '2026-07-28'],
    ['previous', '2025-11-25'],
  ] as const)
    it(`use the ${revision} revision of the protocol, ${version}, with the official client`, async () => {
      const { client, ask } = await app.connect(token, revision);
      equal(client.getNegotiatedProtocolVersion(), version);
      deepEqual(client.getServerVersion()?.name, 'signalbox');
      deepEqual((await ask('find_flags', {})).items, []);
    });

  it(`read the definitions of all tools in at most ${maxTokens} tokens`, async () => {
    const { client } = await app.connect(token);
    const { tools } = await client.listTools();
    const tokens = encode(JSON.stringify(tools)).length + encode(client.getInstructions() ?? '').length;
    ok(tokens <= maxTokens, `${tokens} tokens`);
    ok(tools.length <= 12);
    deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name),
      ['commit_plan', 'propose_change_request'],
    );
    for (const { annotations } of tools) equal(annotations?.destructiveHint, !annotations?.readOnlyHint);
  });

  it('find all tools in the guide, and no others in the guide and the skills', async () => {
    const { client } = await app.connect(token);
    const tools = new Set((await client.listTools()).tools.map(({ name }) => name));
    const read = (...path: readonly string[]) => readFileSync(join(import.meta.dirname, '../..', ...path), 'utf8');
    const namedIn = (text: string) =>
      new Set([...text.matchAll(/`(why|history|staleness|[a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name));
    deepEqual(namedIn(read('docs/agents.md')), tools);
    for (const skill of ['wrap-a-change', 'roll-out', 'clean-up']) {
      const named = namedIn(read('integrations/agents', skill, 'SKILL.md'));
      ok(named.size > 2);
      deepEqual(
        [...named].filter((name) => !tools.has(name)),
        [],
        skill,
      );
    }
  });

  it('receive JSON, and no streams and sessions', async () => {
    const answer = await send(list);
    deepEqual([answer.status, answer.headers.get('content-type'), answer.headers.get('mcp-session-id')], [200, 'application/json', null]);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const refused = await send(undefined, {}, method);
      deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST'], method);
    }
    equal((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
  });

  it('name a revision that the server supports', async () => {
    equal((await send(list, { 'mcp-protocol-version': '1999-01-01' })).status, 400);
    equal((await send(list, { 'mcp-protocol-version': '2024-11-05' })).status, 400);
    equal((await send(list, { 'mcp-protocol-version': '2025-06-18' })).status, 200);
  });

  it('send one message of valid JSON a request, below the limit of bodies', async () => {
    const batch = await send([list, { ...list, id: 2 }]);
    deepEqual([batch.status, ((await batch.json()) as { error: { code: number } }).error.code], [400, -32_600]);
    equal((await send('{')).status, 400);
    equal((await send({ ...list, id: {} })).status, 400);
    equal((await send('x', { 'content-type': 'text/plain' })).status, 415);
    const large = await send(JSON.stringify({ ...list, params: { text: 'x'.repeat(3_000_000) } }));
    equal(large.status, 413);
  });

  it('need the token of an agent, and learn where to get one', async () => {
    const cookie = 'signalbox-session=x';
    for (const authorization of ['', 'Bearer unknown', `Bearer ${app.adminToken}`, `Bearer ${app.clientToken}`]) {
      const refused = await send(list, { authorization, cookie });
      equal(refused.status, 401, authorization);
      match(
        refused.headers.get('www-authenticate') ?? '',
        /^Bearer resource_metadata="http:\/\/.+\/\.well-known\/oauth-protected-resource\/mcp"$/,
      );
    }
  });

  it('are no pages of other origins, whatever name leads to the server', async () => {
    const { host } = new URL(app.url);
    for (const origin of ['https://evil.example', 'null', `http://${host}0`]) equal((await send(list, { origin })).status, 403, origin);
    const port = new URL(app.url).port;
    equal((await send(list, { origin: `http://rebound.example:${port}`, host: `rebound.example:${port}` })).status, 403);
    equal((await send(list, { origin: app.url })).status, 200);
  });

  it('get an error of the protocol for an unknown tool, and a result that helps for a wrong input', async () => {
    const { client, call } = await app.connect(token);
    await rejects(client.callTool({ name: 'delete_everything', arguments: {} }), /There is no tool "delete_everything"/);
    const { isError, problem, data } = await call('get_flag', { project: 'default', name: 'x' });
    equal(isError, true);
    match(problem ?? '', /does not match the schema/);
    deepEqual(data.problems.length, 2);
    const dots = await call('get_flag', { project: '..', flag: '..' });
    match(dots.problem ?? '', /"\.\." is not a name/);
  });

  it('learn what to do when something does not exist', async () => {
    const { call } = await app.connect(token);
    match((await call('get_flag', { project: 'no-project', flag: 'x' })).problem ?? '', /no project "no-project" that you can see/);
    match((await call('get_flag', { project: 'default', flag: 'no-flag' })).problem ?? '', /Use find_flags/);
    match(
      (await call('why', { project: 'default', flag: 'x', environment: 'no-env', context: {} })).problem ?? '',
      /no environment "no-env" that you can see/,
    );
  });
});

describe('a gateway without agents', () => {
  it('returns 404 at /mcp', async () => {
    const app = await openAgentsApp({ AGENTS: 'off' });
    equal((await app.app.with({}).post('/mcp', list)).status, 404);
    await app.close();
  });
});

describe('budgets of agents', () => {
  let app: AgentsApp;
  before(async () => {
    app = await openAgentsApp({ AGENT_READS_PER_MINUTE: '3', AGENT_WRITES_PER_HOUR: '1' });
  });
  after(() => app.close());

  it('limit the reads and the writes of each agent, and say when to try again', async () => {
    const { call } = await app.connect();
    for (let index = 0; index < 3; index += 1) equal((await call('find_flags', {})).isError, false);
    match((await call('find_flags', {})).problem ?? '', /budget of 3 calls a minute is spent\. Try again in \d+ s\./);
    const commit = { project: 'default', hash: '0'.repeat(64) };
    match((await call('commit_plan', commit)).problem ?? '', /no plan of yours/);
    match((await call('propose_change_request', commit)).problem ?? '', /budget of 1 changes an hour is spent/);
    const { call: other } = await app.connect();
    equal((await other('find_flags', {})).isError, false);
  });
});
