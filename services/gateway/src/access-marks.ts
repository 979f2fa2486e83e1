import type { ServerResponse } from 'node:http';
import { type AccessMark, accessMarkHeader, furthest, readAccessMark, writeAccessMark } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';

const rememberedForMs = 30_000;
const maxHolders = 20_000;

/**
 * Minimum access version per caller, so that callers read their own writes on any service. Entries last seconds, in memory and in the cache
 * that all gateway processes share.
 */
export function accessMarks({ cache, now }: Pick<OpenParts, 'cache' | 'now'>) {
  const remembered = new LRUCache<string, AccessMark>({
    max: maxHolders,
    ttl: rememberedForMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return {
    /** Versions that the caller's next request must wait for; undefined if the caller changed nothing recently. */
    async of(holder: string): Promise<AccessMark | undefined> {
      const shared = await cache.get(keyOf(holder));
      const mark = furthest(remembered.get(holder) ?? {}, readAccessMark(String(shared ?? '')));
      return Object.keys(mark).length > 0 ? mark : undefined;
    },
    /** Records the versions of a response's mark header, before the response leaves. */
    note(holder: string, header: string): void {
      const mark = furthest(remembered.get(holder) ?? {}, readAccessMark(header));
      remembered.set(holder, mark);
      void cache.set(keyOf(holder), writeAccessMark(mark), rememberedForMs);
    },
  };
}

const keyOf = (holder: string): string => `access-mark:${holder}`;

/** Removes the mark header from a response when its head is written, and passes the mark to `take`. */
export function takeMark(response: ServerResponse, take: (mark: string) => void): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const named = (rest.at(-1) ?? {}) as Record<string, unknown>;
    const mark = named[accessMarkHeader] ?? response.getHeader(accessMarkHeader);
    delete named[accessMarkHeader];
    response.removeHeader(accessMarkHeader);
    if (typeof mark === 'string') take(mark);
    return writeHead(status, ...rest);
  };
}
