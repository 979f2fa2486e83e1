import type { Replica } from '../scale/cluster.ts';

/** Restarts processes that exit. */
export interface Supervisor {
  readonly starts: number;
  stop(): void;
}

const lookEveryMs = 200;

/** Supervises these processes. Each restart uses the given variables. */
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
