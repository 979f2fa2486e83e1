import { readFileSync } from 'node:fs';

/** Ticks of `/proc/<pid>/stat` per second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU milliseconds used so far by a process with all its threads; 0 if the process does not exist. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond || 0;
}

/** Fields of `/proc/<pid>/stat` after the process name, which may contain blanks. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Current and peak memory of a process in megabytes. */
export function memoryOf(pid: number): { readonly now: number; readonly max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), max: megabytes('VmHWM') };
}

/** Processes that are reported as one figure. */
export interface Group {
  readonly name: string;
  readonly pids: readonly number[];
}

/** CPU milliseconds used so far by each group. */
export const snapshot = (groups: readonly Group[]): number[] => groups.map(({ pids }) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0));
