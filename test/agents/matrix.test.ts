import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type AgentsApp, agentToken, type ConnectedAgent, openAgentsApp, type ToolResult } from './agents.fixture.ts';

const password = 'Open the signal box, 7 times';
const modes = ['none', 'read', 'propose', 'write'] as const;
type Mode = (typeof modes)[number];

/** Roles in a project that everybody may see. `outsider` acts in a private project without a role there. */
const roles = ['viewer', 'member', 'owner', 'admin', 'outsider'] as const;
type Role = (typeof roles)[number];

/** Outcome of a call: the scope does not exist for the agent, the tool refuses or reads, or the change is proposed or written. */
type Outcome = 'hidden' | 'refused' | 'read' | 'proposed' | 'written';

const changeOutcomes: Readonly<Record<Mode, (role: Role) => Outcome>> = {
  none: () => 'hidden',
  read: () => 'refused',
  propose: () => 'proposed',
  write: (role) => (role === 'viewer' ? 'refused' : 'written'),
};

/** The expected outcome of each tool in an environment with the mode. */
const expected = (tool: string, role: Role, mode: Mode): Outcome => {
  if (role === 'outsider') return 'hidden';
  if (tool === 'propose_change_request' && mode === 'write') return 'proposed';
  if (['plan_change', 'commit_plan', 'propose_change_request'].includes(tool)) return changeOutcomes[mode](role);
  return ['why', 'compare_environments', 'get_flag', 'history'].includes(tool) && mode === 'none' ? 'hidden' : 'read';
};

describe('the tools of agents, by role and mode', () => {
  let app: AgentsApp;
  const agents = new Map<Role, ConnectedAgent>();
  before(async () => {
    app = await openAgentsApp();
    for (const mode of modes) await add('/api/admin/environments', { name: `${mode}-env`, type: 'test' });
    for (const [id, mode] of [
      ['shop', 'open'],
      ['vault', 'private'],
    ] as const) {
      await add('/api/admin/projects', { id, name: id, mode });
      await app.session.put(`/api/admin/projects/${id}/agents`, {
        environments: modes.map((name) => ({ environment: `${name}-env`, mode: name })),
      });
      await add(`/api/admin/projects/${id}/features`, { name: `flag-of-${id}` });
    }
    for (const role of roles) agents.set(role, await app.connect(await tokenOf(role)));
  });
  after(() => app.close());

  const add = async (where: string, body: object) => {
    const answer = await app.session.post(where, body);
    ok(answer.status < 300, `${where}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const tokenOf = async (role: Role): Promise<string> => {
    if (role === 'admin') return agentToken(app.session);
    const { id } = await add('/api/admin/user-admin', { username: role, password, rootRole: roleIds.viewer, sendEmail: false });
    const own = { member: roleIds.member, owner: roleIds.owner }[role as string];
    if (own !== undefined) await add('/api/admin/projects/shop/access', { roles: [own], users: [id], groups: [] });
    const { headers } = await app.app.with({}).post('/auth/simple/login', { username: role, password });
    const cookie = [headers['set-cookie']].flat().map((value) => value?.split(';', 1)[0]);
    return agentToken(app.app.with({ cookie: cookie.join('; ') }));
  };

  const settings = { enabled: true, strategies: [{ name: 'default' }] };
  const outcomeOf = ({ isError, data, problem }: ToolResult): Outcome => {
    if (isError) return /that you can see|not visible/.test(problem ?? '') ? 'hidden' : 'refused';
    if (data.writtenDirectly !== undefined) return data.writtenDirectly > 0 ? 'written' : 'proposed';
    const goesTo: string[] = (data.items ?? []).flatMap(({ goesTo: where }: { goesTo?: string }) => where ?? []);
    if (goesTo.length === 0) return 'read';
    if (goesTo.some((where) => where.startsWith('nowhere'))) return 'refused';
    return goesTo.some((where) => where.includes('change request')) ? 'proposed' : 'written';
  };

  /** Calls a tool in an environment, and returns the outcome. */
  const attempt = async (tool: string, { call }: ConnectedAgent, project: string, environment: string): Promise<Outcome> => {
    const flag = `flag-of-${project}`;
    // A flag of its own for each attempt would be new metadata, which has no environment.
    const plan = { project, changes: [{ flag, patch: { environments: { [environment]: { ...settings, variants: null } } } }] };
    const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      find_flags: { project },
      get_flag: { project, flag, environment },
      why: { project, flag, environment, context: {} },
      compare_environments: { project, from: environment, to: environment === 'read-env' ? 'write-env' : 'read-env' },
      history: { project, environment },
      staleness: { project },
      code_references: { project, flag },
      cleanup_plan: { project, flag },
      sdk_snippet: { project, flag, language: 'node' },
      plan_change: plan,
    };
    const input = inputs[tool];
    if (input) return outcomeOf(await call(tool, input));
    const { data, isError, problem } = await call('plan_change', plan);
    if (isError) return outcomeOf({ isError, data, problem, text: '', cursor: undefined });
    return outcomeOf(await call(tool, { project, hash: data.hash }));
  };

  /** Undoes what an attempt has written. */
  const reset = async () => {
    const where = '/api/admin/projects/shop/features/flag-of-shop/environments';
    for (const mode of modes) {
      await app.session.post(`${where}/${mode}-env/off`);
      const { body } = await app.session.get(`${where}/${mode}-env/strategies`);
      for (const { id } of body) await app.session.delete(`${where}/${mode}-env/strategies/${id}`);
    }
  };

  for (const role of roles)
    it(`do for a ${role} what the mode of each environment allows`, async () => {
      const agent = agents.get(role) as ConnectedAgent;
      const { tools } = await agent.client.listTools();
      equal(tools.length, 12);
      const wrong: string[] = [];
      for (const { name } of tools)
        for (const mode of modes) {
          const outcome = await attempt(name, agent, role === 'outsider' ? 'vault' : 'shop', `${mode}-env`);
          if (outcome !== expected(name, role, mode)) wrong.push(`${name} in ${mode}: ${outcome}, not ${expected(name, role, mode)}`);
          if (outcome === 'written' && name !== 'plan_change') await reset();
        }
      deepEqual(wrong, []);
    });

  it('reveal nothing of hidden environments and private projects', async () => {
    const member = agents.get('member') as ConnectedAgent;
    const outsider = agents.get('outsider') as ConnectedAgent;
    for (const [agent, tool, input] of [
      [member, 'find_flags', {}],
      [member, 'get_flag', { project: 'shop', flag: 'flag-of-shop' }],
      [member, 'staleness', { project: 'shop', all: true }],
      [member, 'history', { project: 'shop' }],
      [member, 'code_references', { project: 'shop', flag: 'flag-of-shop' }],
      [member, 'cleanup_plan', { project: 'shop', flag: 'flag-of-shop' }],
      [outsider, 'find_flags', {}],
    ] as const)
      equal(/none-env|vault/.test((await agent.call(tool, input)).text), false, tool);
  });

  it('get the only answer of a flag unless an environment decides it that they cannot see', async () => {
    const { ask } = agents.get('member') as ConnectedAgent;
    const winnerIn = async () => (await ask('cleanup_plan', { project: 'shop', flag: 'flag-of-shop' })).items[0].winner;
    const setMode = (mode: Mode) =>
      app.session.put('/api/admin/projects/shop/agents', { environments: [{ environment: 'none-env', mode }] });
    equal(await winnerIn(), undefined);
    await setMode('read');
    deepEqual(await winnerIn(), { enabled: false });
    await setMode('none');
  });
});
