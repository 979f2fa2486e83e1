import type { ChangeAction } from '@signalbox/contracts';
import { maxTitleCharacters, onOneLine } from './change-request.ts';

/** A proposed change, as stored. */
interface Described {
  readonly action: ChangeAction;
  readonly feature?: string | null | undefined;
  readonly segment?: string | null | undefined;
  readonly payload?: unknown;
  /** The content before the change. */
  readonly snapshot?: unknown;
}

/** The changed feature, alone and with its environment, and the properties of a payload that names it. */
interface Subject {
  readonly feature: string;
  readonly here: string;
  readonly segment: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
}

const phrases: Readonly<Record<ChangeAction, (of: Subject) => string>> = {
  updateEnabled: ({ here, payload }) => `Turn ${payload['enabled'] === true ? 'on' : 'off'} ${here}`,
  addStrategy: ({ here, payload }) => `Add ${strategyIn(payload)} to ${here}`,
  updateStrategy: ({ here, payload, before }) => {
    const [old, next] = [rolloutIn(before), rolloutIn(payload)];
    return old !== undefined && next !== undefined && old !== next
      ? `Change ${here} from ${old}% to ${next}%`
      : `Change ${strategyIn(payload)} of ${here}`;
  },
  deleteStrategy: ({ here, payload, before }) => `Delete ${strategyIn({ ...before, ...payload })} of ${here}`,
  patchVariant: ({ here }) => `Change the variants of ${here}`,
  reorderStrategy: ({ here }) => `Reorder the strategies of ${here}`,
  archiveFeature: ({ feature }) => `Archive ${feature}`,
  addDependency: ({ feature, payload }) => `Make ${feature} depend on ${String(payload['feature'])}`,
  deleteDependency: ({ feature }) => `Remove the dependency of ${feature}`,
  updateSegment: ({ segment, payload }) => `Change the segment ${segment || String(payload['name'])}`,
  deleteSegment: ({ segment, payload }) => `Delete the segment ${segment || String(payload['name'])}`,
  addReleasePlan: ({ here }) => `Add a release plan to ${here}`,
  deleteReleasePlan: ({ here }) => `Delete the release plan of ${here}`,
  startMilestone: ({ here }) => `Start a milestone of ${here}`,
  updateMilestoneStrategy: ({ here }) => `Change a milestone of ${here}`,
  changeMilestoneProgression: ({ here }) => `Change when the next milestone of ${here} starts`,
  deleteMilestoneProgression: ({ here }) => `Start the next milestone of ${here} by hand`,
  resumeMilestoneProgression: ({ here }) => `Resume the release of ${here}`,
  changeReleasePlanSafeguard: ({ here }) => `Guard the release of ${here} by a metric`,
  deleteReleasePlanSafeguard: ({ here }) => `Delete a safeguard of the release of ${here}`,
  changeFeatureEnvSafeguard: ({ here }) => `Guard ${here} by a metric`,
  deleteFeatureEnvSafeguard: ({ here }) => `Delete a safeguard of ${here}`,
};

const strategyIn = ({ title }: Subject['payload']): string => (typeof title === 'string' && title ? `the strategy ${title}` : 'a strategy');

function rolloutIn({ parameters }: Subject['payload']): string | undefined {
  const rollout = (parameters as { readonly rollout?: unknown } | undefined)?.rollout;
  return typeof rollout === 'string' || typeof rollout === 'number' ? String(rollout) : undefined;
}

const objectIn = (value: unknown): Subject['payload'] => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The title of a request that nobody has named: its first change, and the number of others. Null without changes. */
export function defaultTitle(environment: string, first: Described | undefined, count: number): string | null {
  if (!first) return null;
  const { action, feature, segment, payload, snapshot } = first;
  const name = feature ?? '';
  const subject = { feature: name, here: `${name} in ${environment}`, segment: segment ?? '' };
  const phrase = phrases[action]({ ...subject, payload: objectIn(payload), before: objectIn(snapshot) });
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return `${onOneLine(phrase)
    .slice(0, maxTitleCharacters - others.length)
    .toWellFormed()}${others}`;
}
