import type { ChangeItem, TransitionCondition, WriteMilestone } from '../../../server/ask.ts';
import {
  conditionDifferences,
  describeWeights,
  type PropertyDifference,
  strategyDifferences,
  strategyIn,
} from '../../strategy/strategy-draft.ts';
import {
  added,
  type ChangeDescription,
  type ChangeNames,
  type Content,
  objectIn,
  type Describers,
  hasContent,
  listOf,
  one,
  removed,
  replaced,
  strategyNameOf,
  textIn,
  type DescribedChange,
} from './difference.ts';
import { asText, describeStrategy } from '../../../parts/strategy/sentence.ts';
import { type DescribedSafeguard, describeSafeguard } from '../../release-templates/safeguard/describe-safeguard.ts';
import { describeCondition } from '../../release-templates/condition/gate.ts';

type DescribableItem = Pick<ChangeItem, 'action' | 'payload' | 'before'>;

/** Describes a change in words. Changes recorded without a previous state have no "before". */
export const describeChange = ({ action, payload, before }: DescribableItem, environment: string, names: ChangeNames): ChangeDescription =>
  describers[action]({ payload, now: objectIn(before), proposed: objectIn(payload), environment, names });

/** Describes the changes of release plans and safeguards. */
const releaseDescribers: Describers<
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

const describers: Describers<ChangeItem['action']> = {
  updateEnabled: ({ now, proposed, environment }) => one(`In ${environment}`, switched(now['enabled'], proposed['enabled'])),
  addStrategy: ({ proposed, names }) =>
    one(`New strategy ${strategyNameOf(proposed)}`.trim(), added('strategy', describe(proposed, names))),
  updateStrategy: ({ now, proposed, names }) =>
    hasContent(now)
      ? { about: strategyNameOf(now), differences: strategyDifferences(strategyIn(now), strategyIn(proposed), names.segmentName) }
      : one(strategyNameOf(proposed), added('strategy', describe(proposed, names))),
  deleteStrategy: ({ now, proposed, names }) =>
    hasContent(now)
      ? one(strategyNameOf(now), removed('strategy', describe(now, names)))
      : one(strategyNameOf(proposed), removed('strategy', strategyNameOf(proposed))),
  patchVariant: ({ now, proposed }) => one('Variants', replaced('weights', weightsIn(now), weightsIn(proposed) ?? 'none')),
  reorderStrategy: ({ now, payload }) => one('Order', replaced('strategies', ...orderIn(now, payload))),
  archiveFeature: ({ now }) => one('Feature', replaced('state', enabledIn(now), 'archived')),
  addDependency: ({ now, proposed }) => one('Dependency', replaced('parent', parentIn(now), textIn(proposed['feature']))),
  deleteDependency: ({ now }) => one('Dependency', replaced('parent', parentIn(now), 'none')),
  updateSegment: ({ now, proposed }) => ({ about: 'Segment', differences: segmentDifferences(now, proposed) }),
  updateProtection: ({ now, proposed }) => ({ about: 'Protection', differences: protectionDifferences(now, proposed) }),
  ...releaseDescribers,
  deleteSegment: ({ now, proposed }) => one('Segment', removed('Segment', textIn(now['name'] ?? proposed['name']))),
};

const describe = (content: Content, { segmentName }: ChangeNames): string => asText(describeStrategy(strategyIn(content), segmentName));
const switched = (before: unknown, after: unknown): PropertyDifference =>
  replaced('state', before === undefined ? null : describeOn(before), describeOn(after));

const describeOn = (isOn: unknown): string => (isOn === true ? 'on' : 'off');

const weightsIn = ({ variants }: Content): string | null => (Array.isArray(variants) ? describeWeights(listOf(variants)) : null);

function enabledIn({ enabledIn: environments }: Content): string | null {
  if (!Array.isArray(environments)) return null;
  return environments.length === 0 ? 'off' : `on in ${listOf(environments).join(', ')}`;
}

function parentIn({ dependency }: Content): string | null {
  if (dependency === undefined) return null;
  return textIn(objectIn(dependency)['feature']) || 'none';
}

const orderedIn = (payload: unknown): readonly { readonly id: string; readonly sortOrder: number }[] => listOf(payload);

/** Current positions of the strategies, in their new order. */
function orderIn(now: Content, payload: unknown): readonly [before: string | null, after: string] {
  const before: readonly string[] = listOf(now['strategies']);
  const after = orderedIn(payload)
    .toSorted((one, other) => one.sortOrder - other.sortOrder)
    .map(({ id }) => id);
  const numbered = (ids: readonly string[]) => ids.map((id) => before.indexOf(id) + 1 || '?').join(', ');
  return before.length === 0 ? [null, 'different order'] : [numbered(before), numbered(after)];
}

const protectionDifferences = (before: Content, after: Content): readonly PropertyDifference[] =>
  Object.entries(after).flatMap(([rule, value]) => {
    const [was, becomes] = [describeRule(before[rule]), describeRule(value)];
    return was === becomes
      ? []
      : [
          replaced(
            rule.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
            was,
            becomes,
          ),
        ];
  });

const describeRule = (value: unknown): string => (value ? JSON.stringify(value) : 'none');

function segmentDifferences(before: Content, after: Content): readonly PropertyDifference[] {
  const differenceOf = (part: 'name' | 'description'): readonly PropertyDifference[] =>
    after[part] === undefined || textIn(before[part]) === textIn(after[part])
      ? []
      : [{ part, before: textIn(before[part]) || null, after: textIn(after[part]) || 'none' }];
  return [
    ...differenceOf('name'),
    ...differenceOf('description'),
    ...conditionDifferences(listOf(before['constraints']), listOf(after['constraints'])),
  ];
}

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
