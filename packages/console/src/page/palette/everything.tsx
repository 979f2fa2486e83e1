import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useDebounced } from '../../parts/use-debounced.ts';
import { ItemList } from './item-list.tsx';
import { matching, type PaletteItem, ranked, readAddition, readSwitch } from './palette-item.ts';
import { readRecent } from './recent.ts';
import type { AskToTurn } from './switch-items.ts';
import { useFound } from './use-found.ts';
import { useOwnItems } from './use-own-items.ts';
import { useUserItems } from './use-user-items.ts';
import { useTypedSwitches } from './use-typed-switches.ts';

interface EverythingProps {
  readonly typed: Signal<string>;
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  readonly askToTurn: AskToTurn;
}

const maxShown = 30;
const quietMs = 100;

/** The first list: recent items, then matches for the text. */
export function Everything({ typed, ahead, choose, askToTurn }: EverythingProps) {
  const text = typed.value;
  const rested = useDebounced(text, quietMs);
  const asSwitch = readSwitch(rested);
  const added = readAddition(rested);
  const { items: found, features, users, isCurrent, isPartial } = useFound(asSwitch?.feature ?? added ?? rested);
  const userItems = useUserItems(rested, added === null ? [] : (users ?? []));
  const switches = useTypedSwitches(asSwitch, features, askToTurn);
  const own = useOwnItems();
  const recent = useMemo(() => readRecent(), []);
  const isEmpty = text.trim() === '';
  const items = isEmpty
    ? once([...recent, ...own])
    : [...switches, ...userItems, ...ranked([...found, ...matching(own, text)], asSwitch?.feature ?? text)].slice(0, maxShown);
  const isKnown = (asSwitch === null || features.length === 0 || switches.length > 0) && (added === null || users !== undefined);
  return (
    <ItemList
      label="Search, or type a command such as “turn off express-pay in production”"
      typed={typed}
      items={items}
      isCurrent={isEmpty || (text === rested && isCurrent && isKnown)}
      ahead={ahead}
      choose={choose}
      note={isPartial ? 'Some results may be missing: part of the search is unavailable.' : undefined}
    />
  );
}

/** Removes duplicates, keeping the first of each. */
const once = (items: readonly PaletteItem[]): PaletteItem[] =>
  items.filter(({ key }, index) => items.findIndex((other) => other.key === key) === index);
