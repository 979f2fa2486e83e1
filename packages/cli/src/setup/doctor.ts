import { type CommandSession, command } from '../command/command.ts';
import { exitCodes, Problem } from '../base/problem.ts';
import { listOf } from '../output/answer.ts';
import { version } from '../base/version.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly result: string;
}

export const doctor = command({
  name: 'doctor',
  summary: 'Check the settings, the connection and the login',
  description: 'The exit code is 1 if a check fails.',
  examples: [{ line: 'signalbox doctor', text: 'Checks everything that the other commands need.' }],
  async run(_, session) {
    const findings = [
      await check('command line', async () => `version ${version}, Node ${process.versions.node}`),
      await check('settings', async () => `${session.settings.url?.value as string} (${session.settings.url?.origin})`),
      await check('server', () => serverVersion(session)),
      await check('login', () => loginOf(session)),
    ];
    const answer = listOf(findings, { check: ({ check: name }) => name, ok: ({ ok }) => ok, result: ({ result }) => result });
    return findings.every(({ ok }) => ok) ? answer : { ...answer, exitCode: exitCodes.error };
  },
});

async function check(name: string, test: () => Promise<string>): Promise<Finding> {
  try {
    return { check: name, ok: true, result: await test() };
  } catch (error) {
    return { check: name, ok: false, result: (error as Error).message };
  }
}

async function serverVersion(session: CommandSession): Promise<string> {
  const response = await (await session.api()).raw({ method: 'GET', path: '/health' });
  return `healthy: ${(await response.text()).slice(0, 100)}`;
}

async function loginOf(session: CommandSession): Promise<string> {
  const found = await session.findToken();
  if (!found) throw new Problem('AuthenticationRequired', 'There is no login. Run signalbox login, or set SIGNALBOX_TOKEN.');
  // API tokens have no user, but see projects as well.
  const { projects } = await (await session.api()).ask('GET /api/admin/projects', {});
  return `${found.origin}: ${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`;
}
