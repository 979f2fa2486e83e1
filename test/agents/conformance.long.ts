import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type AgentsApp, agentToken, openAgentsApp } from './agents.fixture.ts';
import { openFixtureServer } from './fixture-tools.ts';
import { openForwardingPort } from './forwarding-port.ts';

const judge = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** Checks that need tools of the judge's own, and lists that a server without prompts and resources does not have. */
const untested: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    'ServerRejectsUndeclaredCapability',
    'MissingCapabilityHttp400',
    'HttpServerNoIndependentRequestsOnStream',
    'ServerNoLogWithoutLogLevel',
  ],
  caching: ['PromptsListCachingHints', 'ResourcesListCachingHints', 'ResourcesTemplatesListCachingHints'],
};

/** The scenarios that need no tools, prompts and resources of the judge's own, by revision. */
const scenarios = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'caching',
    'sep-2164-resource-not-found',
  ],
};

const contents = ['tools-call-simple-text', 'tools-call-error', 'tools-call-mixed-content', 'tools-call-embedded-resource'];

/** The scenarios that need tools of the judge's own, but no streams, prompts and resources. */
const scenariosOfTools = {
  '2025-06-18': contents,
  '2025-11-25': [...contents, 'json-schema-2020-12'],
  '2026-07-28': [...contents, 'json-schema-2020-12', 'server-stateless'],
};

/** The name of each failed check. */
async function failuresIn(folder: string, url: string, scenario: string, revision: string): Promise<string[]> {
  const words = [judge, 'server', '--url', url, '--scenario', scenario, '--spec-version', revision];
  const output = await promisify(execFile)(process.execPath, words, { cwd: folder, timeout: 300_000 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  match(output, /Passed: [1-9]\d*\/\d+/);
  return [...output.matchAll(/^ {2}- (\w+):/gm)].map(([, check]) => check ?? '');
}

describe('the conformance tests of the Model Context Protocol', () => {
  let app: AgentsApp;
  let folder: string;
  let port: Awaited<ReturnType<typeof openForwardingPort>>;
  let fixture: Awaited<ReturnType<typeof openFixtureServer>>;
  before(async () => {
    app = await openAgentsApp();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-conformance-'));
    port = await openForwardingPort(app.url, { token: await agentToken(app.session) });
    fixture = await openFixtureServer();
  });
  after(async () => {
    port.close();
    fixture.close();
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  for (const [revision, names] of Object.entries(scenarios))
    for (const name of names)
      it(`accept the server in ${name}, revision ${revision}`, async () => {
        deepEqual(await failuresIn(folder, port.url, name, revision), untested[name] ?? []);
      });

  for (const [revision, names] of Object.entries(scenariosOfTools))
    for (const name of names)
      it(`accept its transport with their own tools in ${name}, revision ${revision}`, async () => {
        deepEqual(await failuresIn(folder, fixture.url, name, revision), []);
      });

  it('accept its authorization server, from the metadata to the token of an agent', async () => {
    const [own, callback] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${own}`;
    const served = await openAgentsApp({ BASE_URL: url });
    const forwarding = await openForwardingPort(served.url, { at: own });
    const redirectUri = `http://127.0.0.1:${callback}/callback`;
    const { body } = await served.app.with({}).post('/auth/register', { client_name: 'Judge', redirect_uris: [redirectUri] });
    const words = ['authorization', '--url', url, '--client-id', body.client_id, '--port', String(callback), '--resource', `${url}/mcp`];
    const judging = spawn(process.execPath, [judge, ...words], { cwd: folder });
    let output = '';
    let approved: Promise<void> | undefined;
    for await (const chunk of judging.stdout) {
      output += String(chunk);
      const [address] = /^http\S*\/authorize\?\S*$/m.exec(output) ?? [];
      if (address !== undefined) approved ??= approve(served.session, new URL(address));
    }
    await approved;
    match(output, /Total: [1-9]\d* passed, 0 failed/);
    const { body: connected } = await served.session.get('/api/admin/user/agents');
    equal(connected.agents[0].agent, 'Judge');
    forwarding.close();
    await served.close();
  });
});

/** Does what the console does for a user who approves. */
async function approve(session: AgentsApp['session'], { searchParams }: URL): Promise<void> {
  const named = [...searchParams].map(([name, value]) => [name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value]);
  const { status, body } = await session.post('/api/admin/user/authorizations', { ...Object.fromEntries(named), approved: true });
  equal(status, 200, JSON.stringify(body));
  await fetch(body.redirectTo);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
