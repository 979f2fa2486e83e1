import type { paletteTexts } from './texts.ts';
import type { Call } from '../../server/call.ts';

/** A feature, as an address names it. */
export interface NamedFeature {
  readonly project: string;
  readonly feature: string;
}

/** Something to go to or to do. */
export interface PaletteItem {
  readonly key: string;
  readonly kind: keyof typeof paletteTexts.kinds;
  readonly title: string;
  /** Where it stands. */
  readonly detail?: string;
  /** The shortcut that does the same. */
  readonly keys?: string;
  /** Typed alone, it chooses the item. */
  readonly digit?: number;
  /** Why it cannot be chosen. */
  readonly refused?: string | undefined;
  /** The request that it would send. */
  readonly call?: Call;
  readonly does: Doing;
}

/** What choosing an item does: leads to an address, shows what can be done with a feature, or acts. */
type Doing = { readonly href: string } | { readonly inside: NamedFeature } | { readonly act: () => void };

/** How well a text answers what was typed; the lowest is best, null is not at all. */
export function rankOf(text: string, typed: string): number | null {
  const [own, wanted] = [text.toLowerCase(), typed.trim().toLowerCase()];
  if (own === wanted) return 0;
  const at = own.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return /[\p{L}\p{N}]/u.test(own.charAt(at - 1)) ? 3 : 2;
  return wanted.split(/\s+/).every((word) => own.includes(word)) ? lastRank : null;
}

const lastRank = 4;

/** Those whose title answers what was typed, the best first. */
export const matching = (items: readonly PaletteItem[], typed: string): PaletteItem[] =>
  ranked(
    items.filter(({ title }) => rankOf(title, typed) !== null),
    typed,
  );

/** The best first; those that are as good stay in their order. */
export const ranked = (items: readonly PaletteItem[], typed: string): PaletteItem[] =>
  items.toSorted((one, other) => (rankOf(one.title, typed) ?? lastRank) - (rankOf(other.title, typed) ?? lastRank));

/** A switch that was typed in words: `turn off express-pay in prod`. */
export interface TypedSwitch {
  readonly isOn: boolean;
  readonly feature: string;
  /** What its name begins with, in small letters; all where it is empty. */
  readonly environment: string;
}

/** Reads `turn off express-pay in prod`, or less of it. Null for other texts. */
export function readSwitch(typed: string): TypedSwitch | null {
  const [, way, feature = '', environment = ''] = /^\s*(?:turn|switch)\s+(on|off)\s+(\S+)(?:\s+in(?:\s+(\S*))?)?\s*$/i.exec(typed) ?? [];
  return way === undefined ? null : { isOn: way.toLowerCase() === 'on', feature, environment: environment.toLowerCase() };
}
