import type { ServerResponse } from 'node:http';
import { type AccessMark, accessMarkHeader, furthest, readAccessMark, writeAccessMark } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';

const rememberedForMs = 30_000;
const maxHolders = 20_000;

/**
 * How far access must be known for those who changed it a moment ago, whichever service they ask next. Remembered for seconds, here and
 * in the cache, which other processes of the gateway share.
 */
export function accessMarks({ cache, now }: Pick<OpenParts, 'cache' | 'now'>) {
  const remembered = new LRUCache<string, AccessMark>({
    max: maxHolders,
    ttl: rememberedForMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  return {
    /** What must be known for a request of theirs; undefined where they changed nothing. */
    async of(holder: string): Promise<AccessMark | undefined> {
      const shared = await cache.get(keyOf(holder));
      const mark = furthest(remembered.get(holder) ?? {}, readAccessMark(String(shared ?? '')));
      return Object.keys(mark).length > 0 ? mark : undefined;
    },
    /** Takes note of what an answer to them says, before it leaves. */
    note(holder: string, said: string): void {
      const mark = furthest(remembered.get(holder) ?? {}, readAccessMark(said));
      remembered.set(holder, mark);
      void cache.set(keyOf(holder), writeAccessMark(mark), rememberedForMs);
    },
  };
}

const keyOf = (holder: string): string => `access-mark:${holder}`;

/** Takes the mark out of an answer at the moment when its head is written, whoever writes it. */
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
