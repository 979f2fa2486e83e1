import type { Undo } from '../../server/ask.ts';
import { describeChange } from './change/change-differences.ts';
import { added, type ChangeDescription, type ChangeNames, type Content, objectIn, one, removed, replaced } from './change/difference.ts';
import { differenceLine } from '../strategy/strategy-draft.ts';

type Described = Pick<Undo, 'change' | 'now' | 'environment'>;

/** The changes of an undo, with the current and the restored values. Null if it is impossible. */
export function describeUndo({ change, now, environment }: Described, names: ChangeNames): ChangeDescription | null {
  if (change === null) return null;
  const { action, payload } = change;
  switch (action) {
    case 'reviveFeature':
      return one('Feature', replaced('state', 'archived', 'off in all environments'));
    case 'updateFeature':
      return { about: 'Feature', differences: detailsIn(objectIn(now), objectIn(payload)) };
    case 'tagFeature':
      return one('Feature', added('tag', tagIn(objectIn(payload))));
    case 'untagFeature':
      return one('Feature', removed('tag', tagIn(objectIn(payload))));
    default:
      return describeChange({ action, payload, before: now }, environment ?? '', names);
  }
}

const tagIn = ({ type, value }: Content): string => `${String(type)}:${String(value)}`;

const details: Readonly<Record<string, string>> = { impressionData: 'impression data', codeDefault: 'code default' };

const detailsIn = (now: Content, restored: Content) =>
  Object.keys(restored).map((key) => replaced(details[key] ?? key, describeValue(now[key]), describeValue(restored[key])));

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The result of an undo in one sentence, such as "express-pay is off in production again". */
export function describeUndone(
  { change, environment }: Pick<Undo, 'change' | 'environment'>,
  description: ChangeDescription | null,
): string {
  const feature = change?.feature ?? '';
  if (change?.action === 'updateEnabled')
    return `Undone. ${feature} is ${objectIn(change.payload)['enabled'] === true ? 'on' : 'off'} in ${environment ?? ''} again.`;
  const [first] = description?.differences ?? [];
  if (first === undefined || description === null) return 'Change undone.';
  return `Undone. ${[feature, description.about].filter(Boolean).join(', ')}: ${differenceLine(first)}.`;
}
