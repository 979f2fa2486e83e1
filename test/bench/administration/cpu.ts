import { readFileSync } from 'node:fs';

/** Ticks of `/proc/<pid>/stat` per second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What a process, with its threads, has used of a processor so far, in milliseconds; 0 when there is no such process. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond || 0;
}

/** The fields of `/proc/<pid>/stat` behind the name, which may hold blanks itself. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** What a process holds of the machine's memory now, and the most that it held, in megabytes. */
export function memoryOf(pid: number): { readonly now: number; readonly max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), max: megabytes('VmHWM') };
}

/** Processes that are printed as one figure. */
export interface Group {
  readonly name: string;
  readonly pids: readonly number[];
}

/** The milliseconds that each group has used so far. */
export const snapshot = (groups: readonly Group[]): number[] => groups.map(({ pids }) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0));
