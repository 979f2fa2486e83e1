import type { Undo } from '../../server/operations.ts';
import { describeChange } from './change/change-differences.ts';
import { added, type ChangeDescription, type ChangeNames, type Content, objectIn, one, removed, replaced } from './change/difference.ts';
import { differenceLine } from '../strategy/strategy-draft.ts';
import { featureTexts } from './texts.ts';

const texts = featureTexts.undo;

type Described = Pick<Undo, 'change' | 'now' | 'environment'>;

/** The changes of an undo, with the current and the restored values. Null if it is impossible. */
export function describeUndo({ change, now, environment }: Described, names: ChangeNames): ChangeDescription | null {
  if (change === null) return null;
  const { action, payload } = change;
  switch (action) {
    case 'reviveFeature':
      return one(texts.feature, replaced(texts.state, texts.archived, texts.restored));
    case 'updateFeature':
      return { about: texts.feature, differences: detailsIn(objectIn(now), objectIn(payload)) };
    case 'tagFeature':
      return one(texts.feature, added(texts.tag, tagIn(objectIn(payload))));
    case 'untagFeature':
      return one(texts.feature, removed(texts.tag, tagIn(objectIn(payload))));
    default:
      return describeChange({ action, payload, before: now }, environment ?? '', names);
  }
}

const tagIn = ({ type, value }: Content): string => `${String(type)}:${String(value)}`;

const detailsIn = (now: Content, restored: Content) =>
  Object.keys(restored).map((key) => replaced(texts.details[key] ?? key, describeValue(now[key]), describeValue(restored[key])));

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The result of an undo in one sentence, such as "express-pay is off in production again". */
export function describeUndone(
  { change, environment }: Pick<Undo, 'change' | 'environment'>,
  description: ChangeDescription | null,
): string {
  const feature = change?.feature ?? '';
  if (change?.action === 'updateEnabled') return texts.turned(feature, environment ?? '', objectIn(change.payload)['enabled'] === true);
  const [first] = description?.differences ?? [];
  if (first === undefined || description === null) return texts.done;
  return texts.changedBack([feature, description.about].filter(Boolean).join(', '), differenceLine(first));
}
