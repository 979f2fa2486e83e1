import { deepEqual, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type AgentsApp, agentToken, openAgentsApp } from './agents.fixture.ts';
import { openPortWithToken } from './with-token.ts';

const judge = join(dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** Checks that need tools of the judge's own, or streams of changes: the tools of a server never change, so there are none. */
const untested: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    'ServerRejectsUndeclaredCapability',
    'MissingCapabilityHttp400',
    'HttpServerNoIndependentRequestsOnStream',
    'ServerNoLogWithoutLogLevel',
    'ServerSendsSubscriptionAck',
    'ServerTagsSubscriptionId',
  ],
};

/** The scenarios that need no tools, prompts and resources of the judge's own, by revision. */
const scenarios = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'http-header-validation'],
};

describe('the conformance tests of the Model Context Protocol', () => {
  let app: AgentsApp;
  let folder: string;
  let port: Awaited<ReturnType<typeof openPortWithToken>>;
  before(async () => {
    app = await openAgentsApp();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-conformance-'));
    port = await openPortWithToken(app.url, await agentToken(app.session));
  });
  after(async () => {
    port.close();
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  for (const [revision, names] of Object.entries(scenarios))
    for (const name of names)
      it(`accept the server in ${name}, revision ${revision}`, async () => {
        const words = [judge, 'server', '--url', port.url, '--scenario', name, '--spec-version', revision];
        const output = await promisify(execFile)(process.execPath, words, { cwd: folder, timeout: 300_000 }).then(
          ({ stdout }) => stdout,
          ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
        );
        match(output, /Passed: [1-9]\d*\/\d+/);
        const failed = [...output.matchAll(/^ {2}- (\w+):/gm)].map(([, check]) => check);
        deepEqual(failed, untested[name] ?? [], output);
      });
});
