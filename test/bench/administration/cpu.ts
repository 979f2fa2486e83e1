import { readdirSync, readFileSync } from 'node:fs';

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

/** The processes of this machine with one of these names. */
export function pidsNamed(...names: readonly string[]): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && names.includes(nameOf(entry)))
    .map(Number);
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Processes that are printed as one figure. */
export interface Group {
  readonly name: string;
  readonly pids: readonly number[];
}

/** The milliseconds that each group has used so far. */
export const snapshot = (groups: readonly Group[]): number[] => groups.map(({ pids }) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0));
