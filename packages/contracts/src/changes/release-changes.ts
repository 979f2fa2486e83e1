import { isDeepStrictEqual } from 'node:util';
import {
  milestoneProgressionCreated,
  milestoneProgressionDeleted,
  milestoneProgressionUpdated,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanProgressionsResumed,
  releasePlanRemoved,
  type ReleasePlanShape,
  releasePlanUpdated,
  safeguardChanged,
  safeguardDeleted,
  type SafeguardOfPlan,
} from '../events/release-events.ts';
import { called, type ChangeDefinition, type Content, contentIn, emission, strategyIn, textIn } from './change-definition.ts';

const inEnvironment = { of: 'feature', scope: 'environment' } as const;

export const releaseChanges = {
  addReleasePlan: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Add ${called('release plan', textIn(payload, 'name'))} to ${here}`,
    replaces: {},
    emits: [emission(releasePlanAdded, ({ data }) => planIn(data))],
  },
  deleteReleasePlan: {
    ...inEnvironment,
    phrase: ({ here }) => `Delete the release plan of ${here}`,
    replaces: 'nothing',
    emits: [emission(releasePlanRemoved, ({ preData }) => ({ planId: preData.id }))],
  },
  startMilestone: {
    ...inEnvironment,
    phrase: ({ here }) => `Start a milestone of ${here}`,
    replaces: {},
    emits: [emission(releasePlanMilestoneStarted, ({ data: { releasePlanId: planId, milestoneId } }) => ({ planId, milestoneId }))],
  },
  updateMilestoneStrategy: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Change ${strategyIn(payload)} of a milestone of ${here}`,
    replaces: { by: 'id' },
    emits: [emission(releasePlanUpdated, ({ data, preData }) => changedStrategy(data, preData))],
  },
  changeMilestoneProgression: {
    ...inEnvironment,
    phrase: ({ here }) => `Change when the next milestone of ${here} starts`,
    replaces: { as: 'progression', by: 'sourceMilestone' },
    emits: [emission(milestoneProgressionCreated, ({ data }) => data), emission(milestoneProgressionUpdated, ({ data }) => data)],
  },
  deleteMilestoneProgression: {
    ...inEnvironment,
    phrase: ({ here }) => `Start the next milestone of ${here} by hand`,
    replaces: { as: 'progression', by: 'sourceMilestone' },
    emits: [emission(milestoneProgressionDeleted, ({ preData }) => preData)],
  },
  resumeMilestoneProgression: {
    ...inEnvironment,
    phrase: ({ here }) => `Resume the release plan of ${here}`,
    replaces: {},
    emits: [emission(releasePlanProgressionsResumed, ({ data: { releasePlanId: planId } }) => ({ planId }))],
  },
  changeReleasePlanSafeguard: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Guard the release plan of ${here} by ${metricIn(payload)}`,
    replaces: 'nothing',
    emits: [
      emission(
        safeguardChanged,
        ({ data }) => ({ planId: data.releasePlanId, ...data.safeguard }),
        ({ data }) => isOfPlan(data),
      ),
    ],
  },
  deleteReleasePlanSafeguard: {
    ...inEnvironment,
    phrase: ({ here }) => `Delete a safeguard of the release plan of ${here}`,
    replaces: 'nothing',
    emits: [
      emission(
        safeguardDeleted,
        ({ preData }) => ({ planId: preData.releasePlanId, safeguardId: preData.safeguard.id }),
        ({ preData }) => isOfPlan(preData),
      ),
    ],
  },
  changeFeatureEnvSafeguard: {
    ...inEnvironment,
    phrase: ({ here, payload }) => `Guard ${here} by ${metricIn(payload)}`,
    replaces: 'nothing',
    emits: [
      emission(
        safeguardChanged,
        ({ data }) => data.safeguard,
        ({ data }) => !isOfPlan(data),
      ),
    ],
  },
  deleteFeatureEnvSafeguard: {
    ...inEnvironment,
    phrase: ({ here }) => `Delete a safeguard of ${here}`,
    replaces: 'nothing',
    emits: [
      emission(
        safeguardDeleted,
        ({ preData }) => ({ safeguardId: preData.safeguard.id }),
        ({ preData }) => !isOfPlan(preData),
      ),
    ],
  },
} as const satisfies Readonly<Record<string, ChangeDefinition>>;

const isOfPlan = ({ releasePlanId }: SafeguardOfPlan): boolean => releasePlanId !== undefined;
const metricIn = ({ impactMetric }: Content): string => called('metric', textIn(contentIn(impactMetric), 'metricName'));

const planIn = ({ name, description, milestones }: ReleasePlanShape) => ({
  name,
  description,
  milestones: milestones.map(({ startedAt: _startedAt, ...milestone }) => milestone),
});

/** The strategy of a milestone that differs. */
function changedStrategy(after: ReleasePlanShape, before: ReleasePlanShape): unknown {
  const strategiesOf = ({ milestones }: ReleasePlanShape) => milestones.flatMap(({ strategies }) => strategies);
  const earlier = strategiesOf(before);
  return strategiesOf(after).find((strategy) => !earlier.some((other) => isDeepStrictEqual(other, strategy)));
}
