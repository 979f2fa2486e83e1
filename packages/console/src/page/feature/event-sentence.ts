import type { StrategyContent, SegmentNames } from '../../parts/sentence.ts';
import type { Event } from '../../server/operations.ts';
import { calledBy, sayChanges } from './strategy-draft.ts';

type Content = Readonly<Record<string, unknown>>;

/** What happened, by the kind of the event; `in` says that the environment is told. */
const sentences: Readonly<Record<string, string>> = {
  'feature-created': 'created the feature',
  'feature-metadata-updated': 'changed what the feature says of itself',
  'feature-archived': 'archived the feature',
  'feature-revived': 'brought the feature back',
  'feature-project-change': 'moved the feature to another project',
  'feature-stale-on': 'marked the feature as stale',
  'feature-stale-off': 'took the mark of being stale away',
  'feature-environment-enabled': 'switched it on',
  'feature-environment-disabled': 'switched it off',
  'feature-strategy-add': 'added the strategy',
  'feature-strategy-update': 'changed the strategy',
  'feature-strategy-remove': 'removed the strategy',
  'strategy-order-changed': 'changed the order of strategies',
  'feature-environment-variants-updated': 'changed the variants',
  'feature-variants-updated': 'changed the variants',
  'feature-tagged': 'tagged the feature',
  'feature-untagged': 'took a tag away',
  'feature-dependency-added': 'made it depend on another feature',
  'feature-dependency-removed': 'removed what it depends on',
  'feature-dependencies-removed': 'removed all that it depends on',
  'feature-link-added': 'added a link',
  'feature-link-updated': 'changed a link',
  'feature-link-removed': 'removed a link',
};

/** An event, as far as it is told; `label` is what the log calls its kind. */
type Told = Pick<Event, 'type' | 'environment' | 'data' | 'preData'> & { readonly label?: string };

/** What somebody did, without who and when. Kinds that are not known are told by their label. */
export function sayEvent({ type, environment, data, preData, label = type }: Told): string {
  const named = [sentences[type] ?? label.toLowerCase(), nameIn(type, data ?? preData)].filter(Boolean).join(' ');
  return environment === null ? named : `${named} in ${environment}`;
}

/** How the strategy or the tag is called that the event is about. */
function nameIn(type: string, content: Content | null): string {
  if (content === null) return '';
  if (type.startsWith('feature-strategy')) return calledBy({ title: textOf(content['title']), name: textOf(content['name']) });
  if (type.endsWith('tagged')) return [content['type'], content['value']].map(textOf).filter(Boolean).join(':');
  return '';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a change of a strategy changed, part by part; nothing for other events. */
export function sayDetails(
  { type, data, preData }: Pick<Event, 'type' | 'data' | 'preData'>,
  segmentName: SegmentNames,
): readonly string[] {
  if (type !== 'feature-strategy-update' || data === null || preData === null) return [];
  return sayChanges(strategyIn(preData), strategyIn(data), segmentName);
}

/** The strategy that an event or a change holds. Old ones may lack parts. */
export const strategyIn = (content: Content): StrategyContent => ({
  name: '',
  title: null,
  disabled: false,
  ...content,
  parameters: (content['parameters'] ?? {}) as StrategyContent['parameters'],
  constraints: (content['constraints'] ?? []) as StrategyContent['constraints'],
  segments: (content['segments'] ?? []) as StrategyContent['segments'],
  variants: (content['variants'] ?? []) as StrategyContent['variants'],
});
