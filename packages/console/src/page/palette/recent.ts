import { recentKey } from '../../frame/palette.ts';
import type { PaletteItem } from './palette-item.ts';

const maxRecent = 8;

/** The recent items of this browser, latest first. They never leave the browser and are deleted at logout. */
export function readRecent(storage: Pick<Storage, 'getItem'> = localStorage): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(recentKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem).slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

/** Stores items with a link. Actions are never repeated from the recent list. */
export function noteRecent(item: PaletteItem, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  if ('act' in item.does) return;
  const { key, kind, title, detail, does } = item;
  const others = readRecent(storage).filter((other) => other.key !== key);
  const noted = { key, kind, title, ...(detail !== undefined && { detail }), does };
  storage.setItem(recentKey, JSON.stringify([noted, ...others].slice(0, maxRecent)));
}

const isItem = (value: unknown): value is PaletteItem => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, kind, title, does } = value as Record<string, unknown>;
  return typeof key === 'string' && typeof kind === 'string' && typeof title === 'string' && leadsSomewhere(does);
};

const leadsSomewhere = (does: unknown): boolean => {
  if (typeof does !== 'object' || does === null) return false;
  const { href, inside } = does as Record<string, unknown>;
  return (typeof href === 'string' && /^\/(?!\/)/.test(href)) || (typeof inside === 'object' && inside !== null);
};
