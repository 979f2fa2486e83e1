import { type Cluster, type Replica, type ServiceName, serviceNames } from './cluster.ts';
import type { Sender } from './traffic.ts';

/** Result of replacing all processes of one service. */
export interface RollOut {
  readonly service: ServiceName;
  readonly replicas: number;
  readonly requests: number;
  readonly failures: ReadonlyMap<string, number>;
  /** The slowest exit of a process after the signal. */
  readonly exitMs: number;
  readonly p99Ms: number;
}

/** Time until a cluster stops sending new connections to a terminating process: `preStop`. */
const noticeMs = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Stops every process of each service and restarts it with these variables, one after the other, under these requests. */
export async function rollOut(
  cluster: Cluster,
  sender: Sender,
  only: string,
  report: (rolled: RollOut) => void,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const service of serviceNames.filter((name) => name.includes(only))) {
    await sender.take();
    const exits: number[] = [];
    for (const replica of cluster.replicas[service]) exits.push(await replace(cluster, replica, service, variables));
    const { requests, failures, timesMs } = await sender.take();
    const p99Ms = timesMs.toSorted((one, other) => one - other)[Math.floor(timesMs.length * 0.99)] ?? Number.NaN;
    report({ service, replicas: exits.length, requests, failures, exitMs: Math.max(...exits), p99Ms });
  }
}

async function replace(
  cluster: Cluster,
  replica: Replica,
  service: ServiceName,
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  cluster.balancers[service].remove(replica.port);
  await pause(noticeMs);
  const begun = performance.now();
  await replica.stop('SIGTERM');
  const exitMs = performance.now() - begun;
  await cluster.restart(replica, variables);
  return exitMs;
}
