/**
 * Milliseconds of this thread's CPU time: the minimum of several attempts, until one is short enough. Other load on the machine makes
 * attempts longer.
 */
export function cpuMs(work: () => void, { shortMs = 5, attempts = 12 } = {}): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > shortMs; attempt += 1) least = Math.min(least, once(work));
  return least;
}

function once(work: () => void): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
