/** Orders of the list by their names in addresses, with the parameters of the search. */
const orders = {
  name: { sortBy: 'name', first: 'asc' },
  changed: { sortBy: 'changedAt', first: 'desc' },
  evaluated: { sortBy: 'lastSeenAt', first: 'desc' },
} as const;

export type SortName = keyof typeof orders;

export interface Sorting {
  readonly by: SortName;
  readonly order: 'asc' | 'desc';
}

const isName = (text: string): text is SortName => Object.hasOwn(orders, text);

/** Reads `changed` or, in the opposite direction, `-changed`. The default is by name. */
export function readSorting(text = 'name'): Sorting {
  const name = text.replace(/^-/, '');
  if (!isName(name)) return { by: 'name', order: 'asc' };
  const { first } = orders[name];
  return { by: name, order: text.startsWith('-') ? opposite(first) : first };
}

const opposite = (order: Sorting['order']): Sorting['order'] => (order === 'asc' ? 'desc' : 'asc');

/** The value for an address when the head of a column is pressed: its usual direction first, then the opposite. */
export const sortingAfter = ({ by, order }: Sorting, pressed: SortName): string =>
  by === pressed && order === orders[pressed].first ? `-${pressed}` : pressed;

export const sortQuery = ({ by, order }: Sorting) => ({ sortBy: orders[by].sortBy, sortOrder: order });
