import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type CliApp, openCliApp } from '../cli/cli.fixture.ts';
import { agentToken } from './agents.fixture.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

interface Server {
  readonly type?: string;
  readonly url?: string;
  readonly command?: string;
  readonly args?: readonly string[];
}
type Configuration = Readonly<Record<string, { readonly signalbox: Server }>>;
const configurations = blocksOf('json').map((text) => JSON.parse(text) as Configuration);

const documented = 'https://flags.example.com/mcp';
const inspector = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli');

describe('the documented set-up of clients', () => {
  it('leads each of them to the server, by its name and address or by the local command', () => {
    deepEqual(
      configurations.map((configuration) => Object.entries(configuration).map(([list, { signalbox }]) => [list, signalbox])),
      [
        [['servers', { type: 'http', url: documented }]],
        [['mcpServers', { url: documented }]],
        [['mcpServers', { command: 'npx', args: ['signalbox', 'mcp'] }]],
      ],
    );
    const [commands = ''] = blocksOf('text');
    for (const line of commands.trim().split('\n'))
      ok(/^\w+ mcp add /.test(line) && / signalbox( |$)/.test(line) && line.endsWith(documented), line);
  });
});

describe('the inspector of the Model Context Protocol', () => {
  let app: CliApp;
  let folder: string;
  before(async () => {
    app = await openCliApp();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-inspector-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  const inspect = async (...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...words], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...app.env },
      timeout: 300_000,
    });
    return JSON.parse(stdout);
  };
  const dataIn = ({ content }: { readonly content: readonly { readonly text: string }[] }) => JSON.parse(content[0]?.text ?? '').data;

  it('lists the tools and calls one over the local command, as documented', async () => {
    const file = join(folder, 'mcp.json');
    await writeFile(file, blocksOf('json').at(-1) ?? '');
    const local = (...words: readonly string[]) => inspect('--config', file, '--server', 'signalbox', ...words);
    equal((await local('--method', 'tools/list')).tools.length, 12);
    deepEqual(dataIn(await local('--method', 'tools/call', '--tool-name', 'find_flags')), { items: [] });
  });

  it('plans a change over HTTP, and commits it', async () => {
    const session = app.app.with({ authorization: app.env['SIGNALBOX_TOKEN'] ?? '' });
    const header = `Authorization: Bearer ${await agentToken(session)}`;
    const call = async (tool: string, ...pairs: readonly string[]) =>
      dataIn(
        await inspect(
          `${app.url}/mcp`,
          '--header',
          header,
          '--method',
          'tools/call',
          '--tool-name',
          tool,
          ...pairs.flatMap((pair) => ['--tool-arg', pair]),
        ),
      );
    const changes = [{ flag: 'inspected', patch: { description: 'By the inspector' } }];
    const { hash } = await call('plan_change', 'project=default', `changes=${JSON.stringify(changes)}`);
    equal((await call('commit_plan', 'project=default', `hash=${hash}`)).writtenDirectly, 1);
    equal((await session.get('/api/admin/projects/default/features/inspected')).body.description, 'By the inspector');
  });
});
