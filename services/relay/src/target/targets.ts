import type { TokenState } from '@signalbox/contracts';
import type { RelayedState } from '../state/relayed-state.ts';
import { covers, type KnownToken, reduceTokens } from '../token/known-token.ts';
import { Target, type TargetParts } from './target.ts';

interface Followed {
  readonly token: KnownToken;
  readonly target: Target;
}

/** The revision of the features that have arrived for one token, in the format of the status report. */
export interface TargetRevision extends Pick<TokenState, 'environment' | 'projects'> {
  readonly revisionId: number;
}

/** Publishes the changes of the state. */
type Publish = (change: NonNullable<ReturnType<RelayedState['contribute']>>) => void;

export interface TargetsParts extends Omit<TargetParts, 'token' | 'receive' | 'refused'> {
  readonly state: RelayedState;
  readonly publish: Publish;
  /** Called when the upstream refuses a token. */
  readonly refused: () => void;
  /** Called after each new content. */
  readonly received: () => void;
  readonly maxTargets: number;
}

/** The tokens whose features are followed: the smallest set that covers all known ones. */
export class Targets {
  readonly #parts: TargetsParts;
  readonly #followed = new Map<string, Followed>();
  #required: readonly KnownToken[] = [];

  constructor(parts: TargetsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#required.length;
  }

  /** The tokens of all targets. */
  get tokens(): readonly KnownToken[] {
    return this.#required;
  }

  /** The revisions of the features that have arrived. Upstreams without revisions are left out. */
  get revisions(): TargetRevision[] {
    return this.#required.flatMap(({ state: { hash, environment, projects } }) => {
      const { revision: revisionId = 0 } = this.#followed.get(hash)?.target.content ?? {};
      return revisionId > 0 ? [{ environment, projects, revisionId }] : [];
    });
  }

  /** True if the features of all targets are confirmed. */
  get current(): boolean {
    return this.#required.every(({ state }) => this.#followed.get(state.hash)?.target.current);
  }

  /** True if the upstream sends streams. */
  get streamed(): boolean {
    return this.#followed.values().some(({ target }) => target.streamed);
  }

  /** Follows the features of these tokens. Ends other targets once all of these have features. */
  follow(tokens: readonly KnownToken[]): void {
    const reduced = reduceTokens(tokens);
    this.#required = reduced.slice(0, this.#parts.maxTargets);
    if (reduced.length > this.#required.length)
      this.#parts.warn(`more than ${this.#parts.maxTargets} tokens with separate scopes: the last ones are not relayed`);
    for (const token of this.#required) if (!this.#followed.has(token.state.hash)) this.#start(token);
    this.#endObsolete();
  }

  /** True if features for this token have arrived. */
  hasFeaturesFor(token: TokenState): boolean {
    return this.#followed.values().some((each) => each.target.content !== null && covers(each.token.state, token));
  }

  /** True if a target will have the features for this token. */
  covers(token: TokenState): boolean {
    return this.#required.some(({ state }) => covers(state, token));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followed.values()].map(({ target }) => target.close()));
  }

  #start(token: KnownToken): void {
    const { state, publish, received } = this.#parts;
    const { hash, environment } = token.state;
    const target = new Target({
      ...this.#parts,
      token: token.secret,
      receive: (content) => {
        if (!this.#followed.has(hash)) return;
        const change = state.contribute(hash, { ...content, environment });
        if (change) publish(change);
        this.#endObsolete();
        received();
      },
    });
    this.#followed.set(hash, { token, target });
    target.start();
  }

  /** Features without a target remain until all targets have theirs, so that no feature disappears in between. */
  #endObsolete(): void {
    const required = new Set(this.#required.map(({ state }) => state.hash));
    if (!this.#required.every(({ state }) => this.#followed.get(state.hash)?.target.content)) return;
    for (const [hash, { target }] of this.#followed) {
      if (required.has(hash)) continue;
      this.#followed.delete(hash);
      void target.close();
      const change = this.#parts.state.contribute(hash, null);
      if (change) this.#parts.publish(change);
    }
  }
}
