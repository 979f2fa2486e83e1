import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc/<pid>/stat` per second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

interface ProcessStat {
  readonly parent: number;
  /** Includes children that have ended. */
  readonly cpuMs: number;
}

/** Reads a process from `/proc/<pid>/stat`; undefined if there is none. */
function statOf(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name comes first and may contain blanks itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), cpuMs: (ticks * 1000) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** A process's CPU time so far in milliseconds, with all its threads; 0 if there is no such process. */
export const cpuMs = (pid: number): number => statOf(pid)?.cpuMs ?? 0;

/** A process's resident memory now and at its peak, in megabytes. */
export function memoryOf(pid: number): { readonly now: number; readonly max: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), max: megabytes('VmHWM') };
}

/** Processes that are printed as one figure. */
export interface Group {
  readonly name: string;
  readonly pids: readonly number[];
  /** Counts the child processes too, such as PostgreSQL's connections. */
  readonly withChildren?: boolean;
}

/** CPU milliseconds of each group so far. */
export const snapshot = (groups: readonly Group[]): number[] =>
  groups.map(({ pids, withChildren = false }) => pids.reduce((sum, pid) => sum + (withChildren ? familyCpuMs(pid) : cpuMs(pid)), 0));

function familyCpuMs(pid: number): number {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const children = stats.filter(({ parent }) => parent === pid);
  return children.reduce((sum, child) => sum + child.cpuMs, cpuMs(pid));
}
