import type { AgentMode } from '@signalbox/contracts';
import type { AgentApi } from './agent-api.ts';
import { quoted, ToolProblem } from './tool-problem.ts';

/** The modes of the environments of a project that agents may see, by name. */
export type AgentModes = ReadonlyMap<string, Exclude<AgentMode, 'none'>>;

/** Throws if the project has no environment that agents may see, exactly as if there were no such project. */
export async function readModes(api: AgentApi, project: string): Promise<AgentModes> {
  const { environments } = await api('GET /api/admin/projects/{projectId}/agents', { path: { projectId: project } }).catch(
    (error: unknown) => {
      throw error instanceof ToolProblem && error.details['error'] === 'NotFoundError' ? noProject(project) : error;
    },
  );
  const visible = environments.flatMap(({ environment, mode }) => (mode === 'none' ? [] : [[environment, mode] as const]));
  if (visible.length === 0) throw noProject(project);
  return new Map(visible);
}

const noProject = (project: string): ToolProblem =>
  new ToolProblem(`There is no project ${quoted(project)} that you can see. Call find_flags without a project to see some.`);

/** Throws unless agents may see the environments. */
export function requireVisible(modes: AgentModes, environments: readonly string[]): void {
  const unknown = environments.find((name) => !modes.has(name));
  if (unknown === undefined) return;
  throw new ToolProblem(`There is no environment ${quoted(unknown)} that you can see in this project. \`data\` lists the others.`, {
    environments: [...modes.keys()],
  });
}
