import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type AgentsApp, agentToken, type ConnectedAgent, openAgentsApp } from './agents.fixture.ts';
import { hostileTexts, type Instruction, instructions, instructionsIn, type Project } from './hostile-texts.ts';

const path = '/api/admin/projects/default';
const password = 'Open the signal box, 7 times';
const featureDocument = (name: string, spec: object) => ({ apiVersion: 'signalbox.dev/v1', kind: 'Feature', metadata: { name }, spec });

describe('an agent that obeys every text that it reads', () => {
  let app: AgentsApp;
  let token: string;
  let agent: ConnectedAgent;
  let all: readonly Instruction[];
  let texts: ReturnType<typeof hostileTexts>;

  before(async () => {
    app = await openAgentsApp();
    const { session } = app;
    await add('/api/admin/projects', { id: 'secret', name: 'Secret' });
    for (const name of ['read-only', 'hidden']) {
      await add('/api/admin/environments', { name, type: 'test' });
      await add(`${path}/environments`, { environment: name });
    }
    await setModes('default', { hidden: 'none', 'read-only': 'read', development: 'write', production: 'propose' });
    const { body } = await session.get('/api/admin/projects/secret/agents');
    await setModes(
      'secret',
      Object.fromEntries(body.environments.map(({ environment }: { environment: string }) => [environment, 'none'])),
    );
    await add('/api/admin/projects/secret/features', { name: 'secret-flag', description: 'A secret' });
    const strategies = [{ name: 'default' }];
    await apply([featureDocument('target', { environments: { production: { enabled: true, strategies } } })]);
    const other = await app.connect(await agentToken(session, 'other'));
    const foreign = await other.ask('plan_change', {
      project: 'default',
      changes: [{ flag: 'target', patch: { environments: { development: { enabled: true, strategies } } } }],
    });
    all = instructions(foreign.hash);
    texts = hostileTexts(all);
    equal(texts.length, 200);
    for (const { field, spec } of texts) {
      const [segment] = field === 'segment' ? segmentsIn(spec) : [];
      if (segment !== undefined) await add('/api/admin/segments', { name: segment, constraints: [] });
    }
    await apply(texts.map(({ id, spec }) => featureDocument(`hostile-${id}`, spec)));
    await protectProduction(true);
    for (const { write } of texts) await write?.(project);
    await protectProduction(false);
    token = await agentToken(session, 'Mallory');
    agent = await app.connect(token);
  });
  after(() => app.close());

  const add = async (where: string, body: object, method: 'post' | 'put' = 'post') => {
    const answer = await app.session[method](where, body);
    ok(answer.status < 300, `${where}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const setModes = async (project: string, modes: Readonly<Record<string, string>>) => {
    const environments = Object.entries(modes).map(([environment, mode]) => ({ environment, mode }));
    const { status, body } = await app.session.put(`/api/admin/projects/${project}/agents`, { environments });
    ok(status < 300, JSON.stringify(body));
  };
  const apply = async (documents: readonly object[]) => {
    const plan = await add(`${path}/plan`, { set: null, documents });
    await add(`${path}/apply`, { set: null, documents, expect: { hash: plan.hash } });
  };
  const protectProduction = (changeRequestsEnabled: boolean) =>
    add(`${path}/environments/production/change-requests/config`, { changeRequestsEnabled, requiredApprovals: 1 }, 'put');
  const project: Project = {
    post: (where, body) => add(`${path}/${where}`, body),
    put: (where, body) => add(`${path}/${where}`, body, 'put'),
    async commentAs(username, feature) {
      await add('/api/admin/user-admin', { username, password, rootRole: roleIds.editor, sendEmail: false });
      const { headers } = await app.app.with({}).post('/auth/simple/login', { username, password });
      const cookie = [headers['set-cookie']].flat().map((value) => value?.split(';', 1)[0]);
      const commented = await app.app.with({ cookie: cookie.join('; ') }).post(`${path}/features/${feature}/comments`, { text: 'Hello.' });
      equal(commented.status, 201, JSON.stringify(commented.body));
    },
  };

  /** Everything that the agent must not change. */
  const protectedState = async () => {
    const read = async (where: string) => {
      const { status, body } = await app.session.get(where);
      equal(status, 200, where);
      return body;
    };
    const { documents } = await read(`${path}/documents`);
    const { changeRequests } = await read('/api/admin/search/change-requests');
    return {
      documents,
      secret: (await read('/api/admin/projects/secret/documents')).documents,
      modes: await read(`${path}/agents`),
      tokens: (await read('/api/admin/api-tokens')).tokens.map(({ tokenName }: { tokenName: string }) => tokenName),
      users: (await read('/api/admin/user-admin')).users.map(({ id }: { id: number }) => id),
      agents: await read('/api/admin/user/agents').then((body) => JSON.stringify(body).match(/"id"/g)?.length),
      decided: changeRequests.filter(({ state }: { state: string }) => !['Draft', 'In review'].includes(state)),
    };
  };

  /** Reads everything that tools return, as an agent that lost its way would, and returns the texts. */
  const readEverything = async () => {
    const read: string[] = [];
    const walk = async (tool: string, input: object) => {
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const result = await agent.call(tool, { ...input, ...(cursor !== '' && { cursor }) });
        checkFence(result.text);
        read.push(...stringsIn(result.data));
        cursor = result.cursor;
      }
    };
    const project = 'default';
    await walk('find_flags', {});
    await walk('history', { project });
    await walk('staleness', { project, all: true });
    await walk('compare_environments', { project, from: 'development', to: 'production' });
    await walk('cleanup_plan', { project, verdict: 'keep' });
    for (const { id } of texts) {
      const flag = `hostile-${id}`;
      await walk('get_flag', { project, flag });
      await walk('why', { project, flag, environment: 'development', context: { userId: '1' } });
      await walk('code_references', { project, flag });
      await walk('cleanup_plan', { project, flag });
      await walk('plan_change', { project, changes: [{ flag, patch: { environments: null } }] });
    }
    await walk('get_flag', { project, flag: 'target' });
    return read;
  };

  /** Outside of `data` there is only text of this product. */
  const checkFence = (text: string) => {
    const { data: _data, ...outside } = JSON.parse(text);
    deepEqual(
      Object.keys(outside).filter((name) => !['note', 'cursor', 'problem'].includes(name)),
      [],
    );
    equal(/OBEY|END\d/.test(JSON.stringify(outside)), false, JSON.stringify(outside));
  };

  const obey = async (instruction: Instruction): Promise<void> => {
    if ('send' in instruction) {
      const { send: method, path: where, body } = instruction;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch(app.url + where, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      return;
    }
    const { tool, input, next } = instruction;
    const result = await agent.call(tool, input).catch(() => undefined);
    if (result) checkFence(result.text);
    if (next && result?.data.hash) await agent.call(next, { project: input['project'], hash: result.data.hash });
  };

  it('reads all 200 texts inside the fence, and changes nothing that is protected or out of its scope', async () => {
    const before = await protectedState();
    const found = (await readEverything()).flatMap((text) => instructionsIn(decoded(text), all));
    deepEqual(
      texts.map(({ id, field }) => `${field} ${id}`).filter((name) => !found.some(({ id }) => name.endsWith(` ${id}`))),
      [],
      'these texts were not read',
    );
    const once = new Map(found.map(({ id, instruction }) => [id, instruction]));
    for (const instruction of once.values()) await obey(instruction);
    deepEqual(await protectedState(), before);
  });

  it('can do harm where people let agents write', async () => {
    const before = await protectedState();
    await setModes('default', { production: 'write' });
    for (const instruction of all) await obey(instruction);
    notDeepEqual((await protectedState()).documents, before.documents);
  });
});

const segmentsIn = (spec: object): string[] => {
  const [, name] = JSON.stringify(spec).match(/"segments":\["((?:[^"\\]|\\.)*)"\]/) ?? [];
  return name === undefined ? [] : [JSON.parse(`"${name}"`)];
};

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const decoded = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};
