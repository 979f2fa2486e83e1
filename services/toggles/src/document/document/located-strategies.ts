import type { ReleaseTemplateSpec } from './document.schema.ts';
import { indexOfMilestone } from './milestone-reference.ts';
import type { MilestoneSpec, SettingsSpec } from './settings.schema.ts';

/** A strategy, and its location in the settings. */
interface Located {
  readonly strategy: MilestoneSpec['strategies'][number];
  readonly at: string;
}

/** The strategies of an environment, and those of all milestones of its release plan or of a template. */
export const locatedStrategies = ({
  strategies = [],
  releasePlan,
  milestones = [],
}: Pick<SettingsSpec, 'strategies' | 'releasePlan'> & Partial<Pick<ReleaseTemplateSpec, 'milestones'>>): Located[] => [
  ...strategies.map((strategy, index) => ({ strategy, at: `strategies/${index}` })),
  ...ofMilestones(releasePlan?.milestones ?? [], 'releasePlan/milestones'),
  ...ofMilestones(milestones, 'milestones'),
];

const ofMilestones = (milestones: ReleaseTemplateSpec['milestones'], at: string): Located[] =>
  milestones.flatMap(({ strategies }, milestoneIndex) =>
    strategies.map((strategy, index) => ({ strategy, at: `${at}/${milestoneIndex}/strategies/${index}` })),
  );

/** The strategies that apply: those of the environment and of the active milestone. */
export function effectiveStrategies({ strategies = [], releasePlan }: SettingsSpec): readonly Located['strategy'][] {
  const { milestones = [], activeMilestone } = releasePlan ?? {};
  const active = activeMilestone && milestones[indexOfMilestone(milestones, activeMilestone)];
  return [...strategies, ...(active ? active.strategies : [])];
}
