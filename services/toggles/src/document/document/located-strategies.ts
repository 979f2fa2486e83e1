import { indexOfMilestone } from './milestone-reference.ts';
import type { MilestoneSpec, SettingsSpec } from './settings.schema.ts';

/** A strategy, and its location in the settings. */
interface Located {
  readonly strategy: MilestoneSpec['strategies'][number];
  readonly at: string;
}

/** The strategies of an environment, and those of all milestones of its release plan. */
export const locatedStrategies = ({ strategies = [], releasePlan }: SettingsSpec): Located[] => [
  ...strategies.map((strategy, index) => ({ strategy, at: `strategies/${index}` })),
  ...(releasePlan?.milestones ?? []).flatMap((milestone, milestoneIndex) =>
    milestone.strategies.map((strategy, index) => ({ strategy, at: `releasePlan/milestones/${milestoneIndex}/strategies/${index}` })),
  ),
];

/** The strategies that apply: those of the environment and of the active milestone. */
export function effectiveStrategies({ strategies = [], releasePlan }: SettingsSpec): readonly Located['strategy'][] {
  const { milestones = [], activeMilestone } = releasePlan ?? {};
  const active = activeMilestone && milestones[indexOfMilestone(milestones, activeMilestone)];
  return [...strategies, ...(active ? active.strategies : [])];
}
