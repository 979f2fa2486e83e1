import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';

/** An event may have a megabyte, so longer texts are not kept. */
const maxCharacters = 1_000_000;

/** The response with the newest events, kept until the log grows or payloads are dropped. */
export class NewestText {
  #known: { readonly version: string; readonly text: string } | null = null;

  /** Calls `write` if the log has changed. */
  async read(em: EntityManager, write: (em: EntityManager) => Promise<string>): Promise<string> {
    const version = await readVersion(em);
    if (this.#known?.version === version) return this.#known.text;
    // The text may be newer than the version. The next request then writes it again.
    const text = await write(em);
    this.#known = text.length > maxCharacters ? null : { version, text };
    return text;
  }
}

/** Changes with every change of events. */
async function readVersion(em: EntityManager): Promise<string> {
  const log = tablesOf(em).selectFrom('head').innerJoin('upkeep', 'upkeep.id', 'head.id');
  const { event_id, dropped_to } = await log.where('head.id', '=', 1).select(['event_id', 'dropped_to']).executeTakeFirstOrThrow();
  return `${event_id} ${dropped_to}`;
}
