import { isDeepStrictEqual } from 'node:util';
import { type AccessChanged, Failure, type TokenList, type TokenState } from '@signalbox/contracts';
import type { Targets } from './target/targets.ts';
import type { Upstream } from './upstream/upstream.ts';
import type { KnownToken } from './token/known-token.ts';
import { maskedSecret } from './token/known-token.ts';
import { secretsAtOnce, validateUpstream } from './token/validate-upstream.ts';

export interface TokensParts {
  readonly upstream: Pick<Upstream, 'send'>;
  readonly targets: Pick<Targets, 'follow' | 'hasFeaturesFor' | 'covers'>;
  /** Secrets from the settings. */
  readonly configured: readonly string[];
  /** Tokens that are never validated. */
  readonly trusted: readonly KnownToken[];
  readonly publish: (change: AccessChanged) => void;
  readonly warn: (message: string, detail?: unknown) => void;
  readonly maxTokens: number;
}

/** Version of the token list before the first change. */
export const firstTokenVersion = 1;

interface Pending {
  readonly known: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The tokens of applications, validated by the upstream. A token is published once the features of its scope have arrived, so that no
 * application receives an empty list.
 */
export class Tokens {
  readonly #parts: TokensParts;
  /** Valid tokens by secret, in the order of their arrival. */
  readonly #valid = new Map<string, KnownToken>();
  readonly #published = new Map<string, TokenState>();
  readonly #pending = new Map<string, Pending>();
  #version: number = firstTokenVersion;
  #isValidating = false;

  constructor(parts: TokensParts) {
    this.#parts = parts;
    for (const token of parts.trusted) this.#valid.set(token.secret, token);
  }

  get version(): number {
    return this.#version;
  }

  list(): TokenList {
    return { version: this.#version, tokens: [...this.#published.values()] };
  }

  /** True if all tokens whose features are followed are published. */
  get complete(): boolean {
    return [...this.#valid.values()].every(({ state }) => this.#published.has(state.hash) || !this.#parts.targets.covers(state));
  }

  /** Publishes the tokens of a backup, which the upstream validates later. */
  restore(tokens: readonly KnownToken[]): void {
    for (const token of tokens) this.#valid.set(token.secret, token);
    for (const { state } of this.#valid.values()) this.#published.set(state.hash, state);
  }

  /** Resolves when all tokens that are being validated now are published or refused. Rejects if one could not be validated. */
  async idle(): Promise<void> {
    await Promise.all([...this.#pending.values()].map(({ known }) => known));
  }

  /** Validates secrets that are not known yet. Resolves when each is published or refused. Rejects if one could not be validated. */
  async learn(secrets: readonly string[]): Promise<void> {
    for (const secret of secrets) if (!this.#isPublished(secret) && !this.#pending.has(secret)) this.#await(secret);
    if (!this.#isValidating) void this.#validatePending();
    await Promise.all(secrets.flatMap((secret) => this.#pending.get(secret)?.known ?? []));
  }

  /** Validates all tokens again, with those of the settings. Rejects if the upstream does not respond. */
  async revalidate(): Promise<void> {
    const { upstream, configured, trusted, warn } = this.#parts;
    const fixed = new Set(trusted.map(({ secret }) => secret));
    const secrets = [...new Set([...configured, ...this.#valid.keys()])].filter((secret) => !fixed.has(secret));
    const valid = await validateUpstream(upstream, secrets);
    for (const secret of secrets) {
      const token = valid.get(secret);
      if (token) this.#valid.set(secret, token);
      else if (this.#valid.delete(secret) || configured.includes(secret)) warn(`the upstream refuses the token ${maskedSecret(secret)}`);
    }
    this.refresh();
  }

  /** Publishes the difference between valid and published tokens. Called after each change of tokens or features. */
  refresh(): void {
    const { targets, publish } = this.#parts;
    targets.follow([...this.#valid.values()]);
    const valid = new Map([...this.#valid.values()].map(({ state }) => [state.hash, state]));
    const removed = [...this.#published.keys()].filter((hash) => !valid.has(hash));
    const changed = [...valid.values()].filter(
      (state) => !isDeepStrictEqual(this.#published.get(state.hash), state) && targets.hasFeaturesFor(state),
    );
    for (const hash of removed) this.#published.delete(hash);
    for (const state of changed) this.#published.set(state.hash, state);
    if (changed.length + removed.length > 0) {
      const previous = this.#version;
      this.#version += 1;
      publish({ version: this.#version, previous, users: [], credentials: removed, tokens: { changed, removed }, changesState: false });
    }
    this.#resolvePublished();
  }

  #isPublished(secret: string): boolean {
    const token = this.#valid.get(secret);
    return token !== undefined && this.#published.has(token.state.hash);
  }

  #await(secret: string): void {
    if (this.#pending.size + this.#valid.size >= this.#parts.maxTokens) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    this.#pending.set(secret, { known: promise, resolve, reject });
  }

  /** One request at a time, so that unknown tokens cannot overload the upstream. */
  async #validatePending(): Promise<void> {
    this.#isValidating = true;
    const isUnknown = (secret: string) => !this.#valid.has(secret);
    for (let secrets = this.#unvalidated(isUnknown); secrets.length > 0; secrets = this.#unvalidated(isUnknown)) {
      try {
        const valid = await validateUpstream(this.#parts.upstream, secrets);
        for (const secret of secrets) this.#take(secret, valid.get(secret));
        this.refresh();
      } catch (error) {
        for (const secret of secrets) this.#end(secret, (pending) => pending.reject(unreachable(error)));
      }
    }
    this.#isValidating = false;
    this.#resolvePublished();
  }

  #unvalidated(isUnknown: (secret: string) => boolean): string[] {
    return [...this.#pending.keys()].filter(isUnknown).slice(0, secretsAtOnce);
  }

  #take(secret: string, token: KnownToken | undefined): void {
    if (token) this.#valid.set(secret, token);
    else this.#end(secret, (pending) => pending.resolve());
  }

  #resolvePublished(): void {
    for (const secret of this.#pending.keys()) {
      const token = this.#valid.get(secret);
      if (!token) continue;
      if (this.#published.has(token.state.hash)) this.#end(secret, (pending) => pending.resolve());
      else if (!this.#parts.targets.covers(token.state)) this.#end(secret, (pending) => pending.reject(uncovered(token.state)));
    }
  }

  #end(secret: string, end: (pending: Pending) => void): void {
    const pending = this.#pending.get(secret);
    this.#pending.delete(secret);
    if (pending) end(pending);
  }
}

const unreachable = (cause: unknown) =>
  new Failure('UnavailableError', 'The upstream could not validate this token. Try again shortly.', { retryAfterSeconds: 2, cause });

const tooMany = () => new Failure('UnavailableError', 'This relay has reached its limit of tokens.', { retryAfterSeconds: 30 });

const uncovered = ({ projects, environment }: TokenState) =>
  new Failure('UnavailableError', `No client token of this relay covers ${projects.join(', ')} in ${environment}. Add one to TOKENS.`, {
    retryAfterSeconds: 30,
  });
