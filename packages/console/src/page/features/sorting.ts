/** Orders of the list by their names in addresses, with the parameters of the search. */
const orders = {
  name: { sortBy: 'name', first: 'asc' },
  changed: { sortBy: 'changedAt', first: 'desc' },
  evaluated: { sortBy: 'lastSeenAt', first: 'desc' },
} as const;

/** A column: one with a name, or the reach in an environment. */
export type SortName = keyof typeof orders | `reach:${string}`;

export interface Sorting {
  readonly by: SortName;
  readonly order: 'asc' | 'desc';
}

const isName = (text: string): text is SortName => Object.hasOwn(orders, text) || /^reach:./.test(text);

const isReach = (name: SortName): name is `reach:${string}` => name.startsWith('reach:');

/** The search has the same name for the reach in an environment; the largest comes first. */
const orderOf = (name: SortName) => (isReach(name) ? ({ sortBy: name, first: 'desc' } as const) : orders[name]);

/** Reads `changed`, `reach:production` or, in the opposite direction, `-changed`. The default is by name. */
export function readSorting(text = 'name'): Sorting {
  const name = text.replace(/^-/, '');
  if (!isName(name)) return { by: 'name', order: 'asc' };
  const { first } = orderOf(name);
  return { by: name, order: text.startsWith('-') ? opposite(first) : first };
}

const opposite = (order: Sorting['order']): Sorting['order'] => (order === 'asc' ? 'desc' : 'asc');

/** The value for an address when the head of a column is pressed: its usual direction first, then the opposite. */
export const sortingAfter = ({ by, order }: Sorting, pressed: SortName): string =>
  by === pressed && order === orderOf(pressed).first ? `-${pressed}` : pressed;

export const sortQuery = ({ by, order }: Sorting) => ({ sortBy: orderOf(by).sortBy, sortOrder: order });
