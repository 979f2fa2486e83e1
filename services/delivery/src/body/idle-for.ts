/** Cache options that expire entries `ms` after their last use; `purgeStale` frees the memory. */
export const idleFor = (ms: number, now: () => Date) =>
  ({ ttl: ms, updateAgeOnGet: true, ttlResolution: 0, perf: { now: () => now().getTime() } }) as const;
