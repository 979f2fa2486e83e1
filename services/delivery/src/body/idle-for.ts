/** Options of a cache that keeps what it is asked for, and nothing for longer after that; `purgeStale` frees the memory. */
export const idleFor = (ms: number, now: () => Date) =>
  ({ ttl: ms, updateAgeOnGet: true, ttlResolution: 0, perf: { now: () => now().getTime() } }) as const;
