import { asText, describeStrategy } from '../../../parts/strategy/sentence.ts';
import type { TransitionCondition, WriteMilestone } from '../../../server/operations.ts';
import { type DescribedSafeguard, describeSafeguard } from '../../release-templates/safeguard/describe-safeguard.ts';
import { strategyDifferences, strategyIn } from '../../strategy/strategy-draft.ts';
import { describeCondition } from '../../release-templates/condition/gate.ts';
import {
  added,
  type ChangeDescription,
  type ChangeNames,
  type Content,
  objectIn,
  type DescribedChange,
  type Describers,
  listOf,
  one,
  removed,
  replaced,
  strategyNameOf,
  textIn,
} from './difference.ts';

/** Describes the changes of release plans and safeguards. */
export const releaseDescribers: Describers<
  | 'addReleasePlan'
  | 'deleteReleasePlan'
  | 'startMilestone'
  | 'updateMilestoneStrategy'
  | 'changeMilestoneProgression'
  | 'deleteMilestoneProgression'
  | 'resumeMilestoneProgression'
  | 'changeReleasePlanSafeguard'
  | 'deleteReleasePlanSafeguard'
  | 'changeFeatureEnvSafeguard'
  | 'deleteFeatureEnvSafeguard'
> = {
  addReleasePlan: planned,
  deleteReleasePlan: ({ now }) => one('Release plan', removed('name', textIn(now['releasePlan']))),
  startMilestone: started,
  updateMilestoneStrategy: ({ now, proposed, names }) => ({
    about: strategyNameOf({ ...proposed, ...now }),
    differences: strategyDifferences(strategyIn(now), strategyIn(proposed), names.segmentName),
  }),
  changeMilestoneProgression: progressed,
  deleteMilestoneProgression: progressed,
  resumeMilestoneProgression: () => one('Release plan', replaced('state', 'paused', 'resumed')),
  changeReleasePlanSafeguard: guarded,
  deleteReleasePlanSafeguard: guarded,
  changeFeatureEnvSafeguard: guardedAlone,
  deleteFeatureEnvSafeguard: guardedAlone,
};

/** A plan with everything that an approval covers: milestones, conditions and safeguards. */
function planned({ proposed, names }: DescribedChange): ChangeDescription {
  const template = names.template(textIn(proposed['templateId']));
  const milestones: readonly WriteMilestone[] = Array.isArray(proposed['milestones'])
    ? listOf(proposed['milestones'])
    : (template?.milestones ?? []);
  const name = textIn(proposed['name']) || template?.name || textIn(proposed['templateId']);
  return {
    about: 'Release plan',
    differences: [
      added('name', name),
      ...milestones.map((milestone, index) => added(milestone.name, describeMilestone(milestone, names, index === milestones.length - 1))),
      ...listOf(proposed['safeguards']).map((safeguard) => added('safeguard', describeSafeguard(safeguard))),
    ],
  };
}

function describeMilestone({ strategies, transitionCondition }: WriteMilestone, names: ChangeNames, isLast: boolean): string {
  const who = strategies.map((strategy) => asText(describeStrategy(strategyIn({ ...strategy }), names.segmentName))).join(' or ');
  return isLast ? who : `${who}; next: ${describeCondition(transitionCondition, names.groupName)}`;
}

function started({ now, proposed, names }: DescribedChange): ChangeDescription {
  const [before, after] = [now, proposed].map((content) => textIn(content['milestoneId'])) as [string, string];
  const who = (id: string) => {
    const milestone = names.milestone(id);
    return milestone && describeMilestone({ ...milestone }, names, true);
  };
  const reached = who(after);
  return {
    about: 'Milestone',
    differences: [
      replaced('active', before === '' ? 'none' : milestoneName(before, names), milestoneName(after, names)),
      ...(reached === undefined ? [] : [replaced('who gets it', who(before) ?? null, reached)]),
    ],
  };
}

const milestoneName = (id: string, { milestone }: ChangeNames): string => milestone(id)?.name ?? id;

function progressed({ now, proposed, names }: DescribedChange): ChangeDescription {
  const condition = ({ transitionCondition }: Content) =>
    describeCondition(transitionCondition as TransitionCondition | null | undefined, names.groupName);
  const target = ({ targetMilestone }: Content) =>
    textIn(targetMilestone) === '' ? 'the one that follows' : milestoneName(textIn(targetMilestone), names);
  return {
    about: `After ${milestoneName(textIn(proposed['sourceMilestone']), names)}`,
    differences: [
      replaced('next milestone starts', condition(now), condition(proposed)),
      ...(target(now) === target(proposed) ? [] : [replaced('next milestone', target(now), target(proposed))]),
    ],
  };
}

function guarded({ now, proposed }: DescribedChange): ChangeDescription {
  return one('Safeguard', replaced('safeguard', guardIn(now), guardIn(proposed) ?? 'none'));
}

/** A safeguard of a feature without a plan turns it off. */
function guardedAlone({ now, proposed, ...rest }: DescribedChange): ChangeDescription {
  return guarded({ ...rest, now: turningOff(now), proposed: turningOff(proposed) });
}

const turningOff = (content: Content): Content => ({ action: 'disableFeatureEnvironment', ...content });

const guardIn = (content: Content): string | null =>
  'metricName' in objectIn(content['impactMetric']) ? describeSafeguard(content as unknown as DescribedSafeguard) : null;
