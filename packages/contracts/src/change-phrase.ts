import type { Change, ChangeAction } from './changeset.ts';

/** A proposed change, with a payload that may not have been validated. */
interface Described extends Pick<Change, 'action'> {
  readonly feature?: string | null | undefined;
  /** Name of the changed segment. */
  readonly segment?: string | null | undefined;
  readonly payload?: unknown;
  /** The content before the change. */
  readonly snapshot?: unknown;
}

type Content = Readonly<Record<string, unknown>>;

/** The changed feature, alone and with its environment, and the content after and before. */
interface Subject {
  readonly feature: string;
  readonly here: string;
  readonly segment: string;
  readonly payload: Content;
  readonly before: Content;
}

const phrases: Readonly<Record<ChangeAction, (of: Subject) => string>> = {
  updateEnabled: ({ here, payload }) => `Turn ${payload['enabled'] === true ? 'on' : 'off'} ${here}`,
  addStrategy: ({ here, payload }) => `Add ${strategyIn(payload)} to ${here}`,
  updateStrategy: ({ here, payload, before }) => {
    const [old, next] = [rolloutIn(before), rolloutIn(payload)];
    return old !== undefined && next !== undefined && old !== next
      ? `Change ${here} from ${old}% to ${next}%`
      : `Change ${strategyIn({ ...before, ...payload })} of ${here}`;
  },
  deleteStrategy: ({ here, payload, before }) => `Delete ${strategyIn({ ...before, ...payload })} of ${here}`,
  patchVariant: ({ here }) => `Change the variants of ${here}`,
  reorderStrategy: ({ here }) => `Reorder the strategies of ${here}`,
  archiveFeature: ({ feature }) => `Archive ${feature}`,
  addDependency: ({ feature, payload }) => `Make ${feature} depend on ${textIn(payload, 'feature') ?? 'another feature'}`,
  deleteDependency: ({ feature }) => `Remove the dependency of ${feature}`,
  updateSegment: ({ segment }) => `Change ${segment}`,
  deleteSegment: ({ segment }) => `Delete ${segment}`,
  addReleasePlan: ({ here, payload }) => `Add ${called('release plan', textIn(payload, 'name'))} to ${here}`,
  deleteReleasePlan: ({ here }) => `Delete the release plan of ${here}`,
  startMilestone: ({ here }) => `Start a milestone of ${here}`,
  updateMilestoneStrategy: ({ here, payload }) => `Change ${strategyIn(payload)} of a milestone of ${here}`,
  changeMilestoneProgression: ({ here }) => `Change when the next milestone of ${here} starts`,
  deleteMilestoneProgression: ({ here }) => `Start the next milestone of ${here} by hand`,
  resumeMilestoneProgression: ({ here }) => `Resume the release plan of ${here}`,
  changeReleasePlanSafeguard: ({ here, payload }) => `Guard the release plan of ${here} by ${metricIn(payload)}`,
  deleteReleasePlanSafeguard: ({ here }) => `Delete a safeguard of the release plan of ${here}`,
  changeFeatureEnvSafeguard: ({ here, payload }) => `Guard ${here} by ${metricIn(payload)}`,
  deleteFeatureEnvSafeguard: ({ here }) => `Delete a safeguard of ${here}`,
};

/** A change in one sentence, without the full stop. It is as long as the names in it, and may contain their line breaks. */
export function changePhrase({ action, feature, segment, payload, snapshot }: Described, environment: string): string {
  const [after, before] = [contentIn(payload), contentIn(snapshot)];
  return phrases[action]({
    feature: feature ?? '',
    here: `${feature ?? ''} in ${environment}`,
    segment: called('segment', segment ?? textIn(after, 'name') ?? textIn(before, 'name')),
    payload: after,
    before,
  });
}

const called = (noun: string, name: string | undefined): string => (name === undefined ? `a ${noun}` : `the ${noun} ${name}`);
const strategyIn = (content: Content): string => called('strategy', textIn(content, 'title'));
const metricIn = ({ impactMetric }: Content): string => called('metric', textIn(contentIn(impactMetric), 'metricName'));
const contentIn = (value: unknown): Content => (typeof value === 'object' && value !== null ? { ...value } : {});

function textIn(content: Content, property: string): string | undefined {
  const value = content[property];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function rolloutIn({ parameters }: Content): string | undefined {
  const { rollout } = contentIn(parameters);
  return typeof rollout === 'string' || typeof rollout === 'number' ? String(rollout) : undefined;
}
