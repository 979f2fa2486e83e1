import { type AgentMode, agentModes, Failure, stricterMode } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** An environment of a project with the limit of agents there. */
export interface EnvironmentForAgents {
  readonly environment: string;
  readonly type: string;
  readonly mode: AgentMode;
  /** The type of the environment decides, because nobody has set a mode. */
  readonly isDefault: boolean;
}

/** Sorted like the environments. */
export async function readAgentModes(em: EntityManager, project: string): Promise<EnvironmentForAgents[]> {
  const rows = await tablesOf(em)
    .selectFrom('project_environment')
    .innerJoin('environment', 'environment.name', 'project_environment.environment')
    .where('project_id', '=', project)
    .select(['environment.name', 'environment.type', 'project_environment.agent_mode'])
    .orderBy('environment.sort_order')
    .orderBy('environment.name')
    .execute();
  return rows.map(({ name: environment, type, agent_mode: mode }) => ({
    environment,
    type,
    mode: mode ?? defaultMode(type),
    isDefault: mode === null,
  }));
}

function defaultMode(type: string): AgentMode {
  if (type === 'production') return 'propose';
  return type === 'development' ? 'write' : 'read';
}

/** The limits of the actor in a project. Users who are no agents have permissions only. */
export interface AgentReach {
  readonly modeIn: (environment: string) => AgentMode;
  /** The mode for changes of one project that take effect in all its environments: the strictest. */
  readonly everywhere: AgentMode;
  /** The mode for changes that no evaluation depends on, such as a description: the loosest. */
  readonly somewhere: AgentMode;
  /** The environments in which the actor's changes become change requests. */
  readonly proposing: readonly string[];
}

const unlimited: AgentReach = { modeIn: () => 'write', everywhere: 'write', somewhere: 'write', proposing: [] };

/** Reads the limits of the actor in the project. With `propose`, an agent proposes where it may write, too. */
export async function readAgentReach({ em, actor }: Pick<Context, 'em' | 'actor'>, project: string, propose = false): Promise<AgentReach> {
  const { via, mode = 'write' } = actor;
  if (!via) return unlimited;
  const limit = propose ? stricterMode(mode, 'propose') : mode;
  const environments = await readAgentModes(em, project);
  const modes = new Map(environments.map((one) => [one.environment, stricterMode(one.mode, limit)]));
  const all = [...modes.values()];
  return {
    modeIn: (environment) => modes.get(environment) ?? 'none',
    everywhere: all.reduce(stricterMode, limit),
    somewhere: agentModes.findLast((one) => all.includes(one)) ?? 'none',
    proposing: [...modes].flatMap(([environment, own]) => (own === 'propose' ? environment : [])),
  };
}

/** The refusal of a change by an agent. */
export const tooFarForAgents = (project: string, environment: string | undefined, mode: AgentMode): string => {
  const where = environment === undefined ? `all of project ${project}` : `environment ${environment} of project ${project}`;
  return mode === 'propose'
    ? `Agents may only propose changes in ${where}.`
    : `Agents may not change anything in ${where}. Users who may update the project can allow it in its settings.`;
};

/** Throws 403. */
export function refuseAgent(project: string, environment: string | undefined, mode: AgentMode): never {
  throw new Failure('NoAccessError', tooFarForAgents(project, environment, mode), { extra: { permissions: [] } });
}
