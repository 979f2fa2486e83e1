import { type Static, Type } from 'typebox';
import type { ChainedEvent } from '../tables/event.ts';

/** The system that an imported event comes from, and its id there. Its author and time are those of that system. */
export const ImportedFrom = Type.Object({ source: Type.String(), id: Type.Integer({ minimum: 1 }) });
type ImportedFrom = Static<typeof ImportedFrom>;

const prefix = '/import/';

/** The source of events that are imported from that system. */
export const importSource = (system: string): string => `${prefix}${system}`;

export const isImported = ({ source }: Pick<ChainedEvent, 'source'>): boolean => source?.startsWith(prefix) ?? false;

/** Marks an imported event in responses. */
export function importedFrom({ source, sequence }: Pick<ChainedEvent, 'source' | 'sequence'>): { readonly imported?: ImportedFrom } {
  if (!source?.startsWith(prefix)) return {};
  return { imported: { source: source.slice(prefix.length), id: Number(sequence) } };
}
