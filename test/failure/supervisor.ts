import type { Replica } from '../scale/cluster.ts';

/** Starts what has ended, again and again. */
export interface Supervisor {
  /** How often it has started something. */
  readonly starts: number;
  stop(): void;
}

const lookEveryMs = 200;

/** Watches over these processes; each new life begins with the variables that it is given. */
export function supervise(
  replicas: readonly Replica[],
  variablesOf: (replica: Replica) => Readonly<Record<string, string>> = () => ({}),
): Supervisor {
  let starts = 0;
  const timer = setInterval(() => {
    for (const replica of replicas) {
      if (replica.pid !== undefined) continue;
      starts += 1;
      replica.start(variablesOf(replica));
    }
  }, lookEveryMs);
  return {
    get starts() {
      return starts;
    },
    stop: () => clearInterval(timer),
  };
}
