import { exchanges, fetchState, type StateChanged, stateKeys, type StatePage } from '@signalbox/contracts';
import { readOutbox } from '@signalbox/store';
import type { TestApp } from '@signalbox/testing';

/** Follows the evaluation state by the service's messages, like services that evaluate. */
export interface Follower {
  /** Starts over with the current state. */
  restart(): Promise<void>;
  /** Applies the messages since then and returns differences from the rows. */
  differences(): Promise<string[]>;
}

type State = Map<string, string>;

export async function openFollower(app: TestApp): Promise<Follower> {
  let state: State = new Map();
  let last = 0;
  const response = async (): Promise<StateChanged[]> => {
    const messages = await readOutbox(app.store('toggles').reader(), last, 10_000);
    last = messages.at(-1)?.number ?? last;
    return messages
      .filter(({ exchange, key }) => exchange === exchanges.state && key === stateKeys.togglesState)
      .map(({ body }) => JSON.parse(body) as StateChanged);
  };
  return {
    async restart() {
      await response();
      state = await fetchAll(app);
    },
    async differences() {
      const changes = await response();
      const stored = await fetchAll(app);
      // After a resync message, fetches the stored state. Later messages apply on top of it.
      const resync = changes.findLastIndex((change) => change.resync);
      if (resync >= 0) state = new Map(stored);
      for (const change of changes.slice(resync + 1)) apply(state, change);
      return compare(state, stored);
    },
  };
}

function apply(state: State, change: StateChanged): void {
  for (const feature of change.features) state.set(`feature ${feature.name}`, JSON.stringify(feature));
  for (const name of change.removedFeatures) state.delete(`feature ${name}`);
  for (const segment of change.segments) state.set(`segment ${segment.id}`, JSON.stringify(segment));
  for (const id of change.removedSegments) state.delete(`segment ${id}`);
}

async function fetchAll(app: TestApp): Promise<State> {
  const state: State = new Map();
  for (let after: string | null = null; ; ) {
    const page: StatePage = await app.host.ask(fetchState, { after });
    apply(state, { ...page, previous: 0, resync: false, removedFeatures: [], removedSegments: [] });
    if (page.next === null) return state;
    after = page.next;
  }
}

const compare = (reported: State, stored: State): string[] =>
  [...new Set([...reported.keys(), ...stored.keys()])]
    .filter((key) => reported.get(key) !== stored.get(key))
    .map((key) => `replicas received ${reported.get(key)} of ${key}, but ${stored.get(key)} is stored`);
