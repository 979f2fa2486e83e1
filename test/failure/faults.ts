import type { Fault } from '@signalbox/testing/fault-proxy';
import type { Replica } from '../scale/cluster.ts';
import { type Ground, serverKinds } from './ground.ts';
import { pause } from './trial.ts';

/** A temporary fault. Resolves when it is over: frozen processes continue, killed ones have been restarted. */
export interface PlannedFault {
  readonly title: string;
  readonly happen: () => Promise<void>;
}

const frozenServiceMs = 5000;
const frozenServerMs = 3000;
const faultyWayMs = 3000;
const downMs = 1000;

const waysToFail: readonly (readonly [string, Fault])[] = [
  ['are delayed by 50 ms', { delayMs: 50 }],
  ['lose responses', { drop: 'answers' }],
  ['lose requests', { drop: 'requests' }],
];

/** Chooses the given number of random faults. Half of them hit processes of the product, half the servers and their connections. */
export function planFaults(ground: Ground, replicas: readonly Replica[], count: number, random: () => number): PlannedFault[] {
  const chosen = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    if (index % 2 === 0) return random() < 0.7 ? killed(chosen(replicas)) : frozen(chosen(replicas));
    const kind = chosen(serverKinds);
    const { server, proxy } = ground[kind];
    const chance = random();
    if (chance < 0.4) return { title: `${kind} is killed`, happen: async () => restart(server) };
    if (chance < 0.55)
      return { title: `${kind} is frozen`, happen: async () => [server.freeze(), await pause(frozenServerMs), server.thaw()] };
    if (chance < 0.7) return { title: `connections to ${kind} are cut`, happen: async () => inject(proxy, { reset: true }, downMs) };
    const [what, fault] = chosen(waysToFail);
    return { title: `connections to ${kind} ${what}`, happen: async () => inject(proxy, fault, faultyWayMs) };
  }) as PlannedFault[];
}

/** The supervisor restarts it. */
const killed = (replica: Replica): PlannedFault => ({
  title: `${replica.label} is killed`,
  async happen() {
    if (replica.pid !== undefined) process.kill(replica.pid, 'SIGKILL');
    await pause(downMs);
  },
});

const frozen = (replica: Replica): PlannedFault => ({
  title: `${replica.label} is frozen`,
  async happen() {
    const { pid } = replica;
    if (pid === undefined) return;
    process.kill(pid, 'SIGSTOP');
    await pause(frozenServiceMs);
    process.kill(pid, 'SIGCONT');
  },
});

async function restart(server: Ground['mysql']['server']): Promise<void> {
  await server.stop();
  await pause(downMs);
  await server.start();
}

/** Loses messages in transit. Connections are broken after a fault that dropped data. */
export async function inject(proxy: Ground['mysql']['proxy'], fault: Fault, ms: number): Promise<void> {
  proxy.inject(fault);
  await pause(ms);
  if (fault.drop) proxy.inject({ reset: true });
  proxy.inject({});
}
