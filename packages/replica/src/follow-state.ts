import {
  fetchState,
  type QuestionInput,
  type SampledEnvironments,
  type StateChanged,
  type StatePage,
  stateKeys,
} from '@signalbox/contracts';
import { chunksFrom } from '@signalbox/engine';
import { followVersioned, type Listen } from '@signalbox/follow';
import { schedule, yieldToOthers } from '@signalbox/timing';
import type { ReplicaChange } from './draft.ts';
import { openReplica, type Replica } from './replica.ts';

/** Source of pages and messages for a replica, a part of `OpenParts`. */
export interface StateSource {
  ask(question: typeof fetchState, input: QuestionInput<typeof fetchState>): Promise<StatePage>;
  readonly listen: Listen;
  warn(message: string, detail?: unknown): void;
  /** Values that all services of the process share. */
  slot<T>(slot: { readonly make: () => T }): T;
}

/** Hooks of a service into following the state. */
export interface StateHooks {
  /** Restores a saved state before the first fetch, unless another service of the process has already begun one. */
  readonly restore?: (replica: Replica) => Promise<void>;
  /** Called with each new view, in order. Earlier views are already in the replica. */
  readonly onChange?: (change: ReplicaChange) => void;
  /** Called with the environments in which contexts are sampled, whenever toggles publishes them. */
  readonly onSampled?: (sampled: SampledEnvironments) => void;
}

/** The state as followed by one service. */
export interface FollowedState {
  readonly replica: Replica;
  /** Removes the hooks. The replica ends with its last service. */
  readonly close: () => void;
}

/** The replica of a process, shared by all services that follow toggles' state. */
class ProcessReplica {
  readonly #hooks = new Set<StateHooks>();
  #replica: Replica | undefined;
  #following: Promise<void> | undefined;
  #sampled: SampledEnvironments | undefined;

  async join(source: StateSource, hooks: StateHooks): Promise<FollowedState> {
    this.#hooks.add(hooks);
    this.#replica ??= this.#open(source);
    const replica = this.#replica;
    if (this.#sampled) hooks.onSampled?.(this.#sampled);
    await hooks.restore?.(replica);
    this.#following ??= this.#follow(source, replica);
    await this.#following;
    return { replica, close: () => this.#leave(hooks) };
  }

  #open(source: StateSource): Replica {
    return openReplica({
      fetchPage: async (after) => {
        const page = await source.ask(fetchState, { after });
        this.#sample(page);
        return page;
      },
      fetchChunk: chunksFrom((question, input) => source.ask(question, input)),
      schedule,
      yieldToOthers,
      onFailure: (error) => source.warn('could not fetch the features, retrying', error),
      onChange: (change) => {
        for (const { onChange } of this.#hooks) isolated(source, () => onChange?.(change));
      },
    });
  }

  #follow(source: StateSource, replica: Replica): Promise<void> {
    return followVersioned(replica.follower, source.listen, {
      changes: stateKeys.togglesState,
      heartbeats: stateKeys.togglesHeartbeat,
      take: (body) => {
        const change = body as StateChanged;
        this.#sample(change);
        replica.apply(change);
      },
    });
  }

  #sample({ sampled }: Pick<StateChanged, 'sampled'>): void {
    if (!sampled) return;
    this.#sampled = sampled;
    for (const { onSampled } of this.#hooks) onSampled?.(sampled);
  }

  #leave(hooks: StateHooks): void {
    this.#hooks.delete(hooks);
    if (this.#hooks.size > 0) return;
    this.#replica?.close();
    this.#replica = undefined;
    this.#following = undefined;
  }
}

/** A mistake in one service must not keep changes from the others. */
function isolated(source: StateSource, react: () => void): void {
  try {
    react();
  } catch (error) {
    source.warn('a reaction to new features failed', error);
  }
}

const processReplica = { make: (): ProcessReplica => new ProcessReplica() };

/**
 * Follows toggles' state on the bus: subscribes first and then fetches, again after each reconnection. Services of one process share the
 * replica.
 */
export const followState = (source: StateSource, hooks: StateHooks = {}): Promise<FollowedState> =>
  source.slot(processReplica).join(source, hooks);
