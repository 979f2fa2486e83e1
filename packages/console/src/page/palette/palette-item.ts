import type { Call } from '../../server/call.ts';

/** A feature by project and name. */
export interface NamedFeature {
  readonly project: string;
  readonly feature: string;
}

/** Each kind of item in words. */
export const itemKinds = {
  page: 'page',
  feature: 'feature',
  segment: 'segment',
  project: 'project',
  user: 'user',
  request: 'change request',
  verb: 'command',
} as const;

/** A place or a command. */
export interface PaletteItem {
  readonly key: string;
  readonly kind: keyof typeof itemKinds;
  readonly title: string;
  /** Other words that find it. */
  readonly also?: string | undefined;
  /** Its location, such as the project. */
  readonly detail?: string;
  /** Its keyboard shortcut. */
  readonly keys?: string;
  /** Digit that selects the item when typed alone. */
  readonly digit?: number;
  /** Reason why it cannot be selected, if any. */
  readonly refused?: string | undefined;
  /** The request that it sends. */
  readonly call?: Call;
  readonly does: Doing;
}

/** Effect of an item: opens an address, lists the actions on a feature, or runs a function. */
type Doing = { readonly href: string } | { readonly inside: NamedFeature } | { readonly act: () => void };

/** Rank of a text for the typed query: lower is better, null is no match. */
export function rankOf(text: string, typed: string): number | null {
  const [own, query] = [text.toLowerCase(), typed.trim().toLowerCase()];
  if (own === query) return 0;
  const at = own.indexOf(query);
  if (at === 0) return 1;
  if (at > 0) return /[\p{L}\p{N}]/u.test(own.charAt(at - 1)) ? 3 : 2;
  return query.split(/\s+/).every((word) => own.includes(word)) ? lastRank : null;
}

const lastRank = 4;

/** Items whose title or other words match the typed text, best first. */
export const matching = (items: readonly PaletteItem[], typed: string): PaletteItem[] =>
  ranked(
    items.filter(({ title, also = '' }) => rankOf(`${title} ${also}`, typed) !== null),
    typed,
  );

/** Items, best match first; equal ranks keep their order. */
export const ranked = (items: readonly PaletteItem[], typed: string): PaletteItem[] =>
  items.toSorted((one, other) => (rankOf(one.title, typed) ?? lastRank) - (rankOf(other.title, typed) ?? lastRank));

/** The address in `invite ann@example.com`. Null for other texts. */
export const readInvitation = (typed: string): string | null => /^\s*invite\s+(\S+@\S+)\s*$/i.exec(typed)?.[1] ?? null;

/** The name or part of a name and the role in `add ann`, `add ann to shop` or `add ann as approver`. Null for other texts. */
export function readAddition(typed: string): { readonly name: string; readonly role: string } | null {
  const [, name, role = ''] = /^\s*add\s+(\S.*?)(?:\s+to(?:\s+\S*)?)?(?:\s+as(?:\s+(\S.*?))?)?\s*$/i.exec(typed) ?? [];
  return name === undefined ? null : { name, role };
}

/** A typed switch command: `turn off express-pay in prod`. */
export interface TypedSwitch {
  readonly isOn: boolean;
  readonly feature: string;
  /** Lower-case prefix of an environment name; empty for all. */
  readonly environment: string;
}

/** Parses `turn off express-pay in prod` or a part of it. Null for other texts. */
export function readSwitch(typed: string): TypedSwitch | null {
  const [, way, feature = '', environment = ''] = /^\s*(?:turn|switch)\s+(on|off)\s+(\S+)(?:\s+in(?:\s+(\S*))?)?\s*$/i.exec(typed) ?? [];
  return way === undefined ? null : { isOn: way.toLowerCase() === 'on', feature, environment: environment.toLowerCase() };
}
