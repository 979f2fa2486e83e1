import type { StrategyContent, SegmentNames } from '../../parts/sentence.ts';
import type { Event } from '../../server/operations.ts';
import { calledBy, describeChanges } from './strategy-draft.ts';

type Content = Readonly<Record<string, unknown>>;

/** An event type as a sentence: `verb`, the feature, `tail`. With `of` the feature is optional and follows that preposition. */
interface Sentence {
  readonly verb: string;
  readonly of?: 'of' | 'to' | 'from';
  readonly tail?: string;
}

const sentences: Readonly<Record<string, Sentence>> = {
  'feature-created': { verb: 'created' },
  'feature-metadata-updated': { verb: 'changed the details', of: 'of' },
  'feature-archived': { verb: 'archived' },
  'feature-revived': { verb: 'restored' },
  'feature-project-change': { verb: 'moved', tail: 'to another project' },
  'feature-stale-on': { verb: 'marked', tail: 'as stale' },
  'feature-stale-off': { verb: 'removed the stale mark', of: 'from' },
  'feature-environment-enabled': { verb: 'turned on' },
  'feature-environment-disabled': { verb: 'turned off' },
  'feature-strategy-add': { verb: 'added the strategy', of: 'to' },
  'feature-strategy-update': { verb: 'changed the strategy', of: 'of' },
  'feature-strategy-remove': { verb: 'deleted the strategy', of: 'from' },
  'strategy-order-changed': { verb: 'reordered the strategies', of: 'of' },
  'feature-environment-variants-updated': { verb: 'changed the variants', of: 'of' },
  'feature-variants-updated': { verb: 'changed the variants', of: 'of' },
  'feature-tagged': { verb: 'added the tag', of: 'to' },
  'feature-untagged': { verb: 'removed the tag', of: 'from' },
  'feature-dependency-added': { verb: 'added a dependency', of: 'to' },
  'feature-dependency-removed': { verb: 'removed a dependency', of: 'from' },
  'feature-dependencies-removed': { verb: 'removed all dependencies', of: 'from' },
  'feature-link-added': { verb: 'added a link', of: 'to' },
  'feature-link-updated': { verb: 'changed a link', of: 'of' },
  'feature-link-removed': { verb: 'removed a link', of: 'from' },
  'plan-applied': { verb: 'applied', of: 'to' },
};

/** Types of events that change who gets a feature in an environment. */
const effective: ReadonlySet<string> = new Set([
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'feature-environment-variants-updated',
  'strategy-order-changed',
]);

/** Whether an event took effect in an environment: a draft of a change request does not. */
export const tookEffectIn = ({ type, environment }: Pick<Event, 'type' | 'environment'>, name: string): boolean =>
  environment === name && effective.has(type);

/** The part of an event that its sentence needs; `label` is the name of its type in the audit log. */
type LoggedEvent = Pick<Event, 'type' | 'environment' | 'data' | 'preData'> & { readonly label?: string };

/** Action of an event without actor and time. Unknown types are shown by their label. */
export function describeEvent(event: LoggedEvent): string {
  const { before, after } = eventSentence(event, '');
  const { of } = sentences[event.type] ?? { of: 'of' };
  return [before, of === undefined ? 'the feature' : '', after].filter(Boolean).join(' ');
}

/** The words before and after the name of the feature, for lines that link to it. */
export function eventSentence(
  { type, environment, data, preData, label = type }: LoggedEvent,
  featureName: string | null,
): { readonly before: string; readonly after: string } {
  const { verb, of = '', tail = '' } = sentences[type] ?? { verb: label.toLowerCase() };
  const preposition = featureName ? of : '';
  return {
    before: [verb, nameIn(type, data ?? preData), preposition].filter(Boolean).join(' '),
    after: [tail, environment === null ? '' : `in ${environment}`].filter(Boolean).join(' '),
  };
}

/** The name of the strategy or tag of an event, or of the documents of a plan. */
function nameIn(type: string, content: Content | null): string {
  if (content === null) return '';
  if (type.startsWith('feature-strategy')) return calledBy({ title: textOf(content['title']), name: textOf(content['name']) });
  if (type === 'plan-applied') return planIn(content);
  if (type.endsWith('tagged')) return [content['type'], content['value']].map(textOf).filter(Boolean).join(':');
  return '';
}

function planIn({ source, set, applied }: Content): string {
  const what = source === 'documents' ? `the set ${textOf(set)}` : source === 'promotion' ? 'a promotion' : 'the undo of a plan';
  return `${what} (${applied === 1 ? '1 change' : `${String(applied)} changes`})`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The differences of an updated strategy, one per line; empty for other events. */
export function describeDetails(
  { type, data, preData }: Pick<Event, 'type' | 'data' | 'preData'>,
  segmentName: SegmentNames,
): readonly string[] {
  if (type !== 'feature-strategy-update' || data === null || preData === null) return [];
  return describeChanges(strategyIn(preData), strategyIn(data), segmentName);
}

/** The strategy in an event or a change. Older ones may lack properties. */
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
