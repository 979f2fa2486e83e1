import assert from 'node:assert/strict';
import type { FeatureState, SegmentState, StateChanged, StatePage } from '@signalbox/contracts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
import type { View } from './view.ts';

// Tools for tests of the replica: a source with its history, and a bench that controls fetches and timers.

export const projects = ['north', 'south', 'west'];
const environments = ['development', 'production'];

/** A feature that is on in development, and in production as given. */
export function feature(name: string, project = 'north', production = true, segments: number[] = []): FeatureState {
  const strategies = [{ name: 'default', parameters: {}, constraints: [], variants: [], segments }];
  return {
    name,
    project,
    type: 'release',
    description: null,
    stale: false,
    impressionData: false,
    dependencies: [],
    environments: {
      development: { enabled: true, strategies: [], variants: [] },
      production: { enabled: production, strategies, variants: [] },
    },
  };
}

/** A segment of one user. */
export function segment(id: number, value: string): SegmentState {
  return { id, name: `segment ${id}`, constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }] };
}

interface Content {
  readonly features: ReadonlyMap<string, FeatureState>;
  readonly segments: ReadonlyMap<number, SegmentState>;
}
/** Changes of one unit of work. */
export type Edit = Partial<Pick<StateChanged, 'features' | 'removedFeatures' | 'segments' | 'removedSegments' | 'resync'>>;

/** The service that owns the state, with its complete history. */
export class Source {
  revision = 0;
  readonly history: Content[] = [{ features: new Map(), segments: new Map() }];

  change(edit: Edit): StateChanged {
    const features = new Map(this.content().features);
    const segments = new Map(this.content().segments);
    for (const state of edit.features ?? []) features.set(state.name, state);
    for (const name of edit.removedFeatures ?? []) features.delete(name);
    for (const state of edit.segments ?? []) segments.set(state.id, state);
    for (const id of edit.removedSegments ?? []) segments.delete(id);
    this.history.push({ features, segments });
    this.revision += 1;
    const empty = { features: [], removedFeatures: [], segments: [], removedSegments: [] };
    const base = { ...empty, revision: this.revision, previous: this.revision - 1, resync: false };
    return structuredClone(edit.resync ? { ...base, resync: true } : { ...base, ...edit });
  }

  content(revision = this.revision): Content {
    const content = this.history[revision];
    assert.ok(content, `revision ${revision} never was`);
    return content;
  }

  page(after: string | null, size: number): StatePage {
    const { features, segments } = this.content();
    const names = [...features.keys()].sort().filter((name) => after === null || name > after);
    const states = names.slice(0, size).flatMap((name) => features.get(name) ?? []);
    const next = names.length > size ? (names[size - 1] ?? null) : null;
    return structuredClone({ revision: this.revision, features: states, segments: after === null ? [...segments.values()] : [], next });
  }
}

/** A replica whose fetches and timers the test controls. */
export class Bench {
  readonly source = new Source();
  readonly fetches: { after: string | null; answer: (page: StatePage) => void; fail: (error: Error) => void }[] = [];
  readonly timers = new Map<() => void, number>();
  readonly failures: unknown[] = [];
  readonly shown: View[] = [];
  turns = 0;
  readonly replica: Replica;

  constructor(options: Partial<ReplicaOptions> = {}) {
    this.replica = openReplica({
      fetchPage: (after) => new Promise((answer, fail) => this.fetches.push({ after, answer, fail })),
      schedule: (run, delayMs) => {
        const timer = () => run();
        this.timers.set(timer, delayMs);
        return () => void this.timers.delete(timer);
      },
      yieldToOthers: async () => {
        this.turns += 1;
      },
      onChange: ({ from, to }) => {
        assert.equal(from, this.shown.at(-1) ?? from);
        this.shown.push(to);
      },
      onFailure: (error) => this.failures.push(error),
      silenceMs: 1_000_000,
      ...options,
    });
  }

  async answer(size = 2): Promise<void> {
    const fetch = this.fetches.shift();
    fetch?.answer(this.source.page(fetch.after, size));
    await tick();
  }

  async refuse(): Promise<void> {
    this.fetches.shift()?.fail(new Error('refused'));
    await tick();
  }

  /** Runs the timers of a resync, but not the one for silence. */
  async runTimers(): Promise<void> {
    for (const [timer, delayMs] of Array.from(this.timers)) {
      if (delayMs >= 1_000_000) continue;
      this.timers.delete(timer);
      timer();
    }
    await tick();
  }

  async synced(): Promise<this> {
    this.replica.resync();
    for (let step = 0; step < 50 && this.replica.stale; step += 1) await this.answer();
    assert.equal(this.replica.stale, false);
    return this;
  }

  retryDelays(): number[] {
    return [...this.timers.values()].filter((delayMs) => delayMs < 1_000_000);
  }
}

/** Runs everything that is ready. */
export const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

function contentOf(view: View): Content {
  return { features: new Map([...view.features()].map((state) => [state.name, state])), segments: view.segments() };
}

/** State visible in a scope: its features in one environment and their segments. */
function scopeOf({ features, segments }: Content, environment: string, chosen: readonly string[] | '*') {
  const seen = [...features.values()].filter(({ project }) => chosen === '*' || chosen.includes(project));
  return seen
    .map((state) => {
      const own = state.environments[environment];
      const used = (own?.strategies ?? []).flatMap((strategy) => strategy.segments.map((id) => segments.get(id)));
      return { ...state, environments: own, used };
    })
    .sort((left, right) => left.name.localeCompare(right.name));
}

/** Asserts that a view equals the truth at its revision, and each scope is as it was at the scope's revision. */
export function assertTruthful(view: View, source: Source): void {
  assert.deepEqual(contentOf(view), source.content(view.revision));
  for (const environment of [...environments, 'unheard-of']) {
    for (const chosen of ['*' as const, projects, ...projects.map((project) => [project]), []]) {
      const revision = view.scopeRevision(environment, chosen);
      assert.ok(revision <= view.revision);
      assert.deepEqual(scopeOf(source.content(revision), environment, chosen), scopeOf(contentOf(view), environment, chosen));
    }
  }
}
