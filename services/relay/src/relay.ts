import { Failure, hashSecret, type StateChanged, stateKeys, type StatePage, type TokenList } from '@signalbox/contracts';
import { type OpenParts, pause } from '@signalbox/kit';
import { RelayedState } from './state/relayed-state.ts';
import { clientTokens, frontendTokens, pretrustedTokens, tokens as tokenSecrets, bootstrapFile } from './setting/settings.ts';
import { Targets } from './target/targets.ts';
import type { EdgeBackup } from './backup/edge-backup.ts';
import { type KnownToken, trustedToken } from './token/known-token.ts';
import { Tokens } from './tokens.ts';
import type { Upstream } from './upstream/upstream.ts';

/** Interval of attempts to reach an upstream that has never responded. */
const startRetryMs = 1000;
const revalidationRetryMs = 2000;
/** Answers wait this long for the first response of the upstream, so that an ordinary start has no failures. */
const firstAnswerMs = 1500;
/** Another process of the upstream may not know of a change yet. */
const secondLookMs = 1000;
const maxTokens = 10_000;
const maxTargets = 1000;

/** Follows the features and tokens of an upstream, and publishes them as toggles and identity do. */
export class Relay {
  readonly tokens: Tokens;
  readonly targets: Targets;
  readonly state: RelayedState;
  readonly #parts: OpenParts;
  readonly #stop = new AbortController();
  #isValidated = false;
  #isSynced = false;
  /** Environments of a backup that the upstream has not replaced yet. */
  #restored: string[] = [];
  /** Revalidations that were requested, and the running one. */
  #requested = 0;
  #revalidating: Promise<void> | undefined;
  readonly #synced = Promise.withResolvers<void>();
  #beginning: Promise<void> = Promise.resolve();

  constructor(parts: OpenParts, upstream: Pick<Upstream, 'send' | 'stream'>, pollMs: number) {
    const warn: OpenParts['warn'] = (message, detail) => parts.warn(message, detail);
    this.#parts = parts;
    this.state = new RelayedState(parts.now);
    this.targets = new Targets({
      upstream,
      state: this.state,
      pollMs,
      publish: (change: StateChanged) => this.#publish(stateKeys.togglesState, change),
      refused: () => void this.revalidate(),
      tokensChanged: () => void this.#revalidateTwice(),
      received: () => {
        this.tokens.refresh();
        this.#noteSynced();
      },
      report: (what, problem) => warn(`the ${what} of the upstream cannot be relayed: ${problem}`),
      warn,
      maxTargets,
    });
    this.tokens = new Tokens({
      upstream,
      targets: this.targets,
      ...secretsIn(parts),
      publish: (change) => this.#publish(stateKeys.access, change),
      warn,
      maxTokens,
    });
  }

  /** True if features and tokens are confirmed by the upstream. */
  get current(): boolean {
    return this.#isSynced && this.#isValidated && this.targets.current;
  }

  /** Serves a backup of Unleash Edge until the upstream responds. */
  restore({ contents, tokens }: EdgeBackup): void {
    for (const [environment, content] of contents) this.state.contribute(restoredTarget(environment), { ...content, environment });
    this.#restored = [...contents.keys()];
    this.tokens.restore(tokens);
    this.#isSynced = true;
    this.#synced.resolve();
    this.#publishHeartbeats();
  }

  start(): void {
    this.#beginning = this.#begin();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.targets.close(), this.#beginning, this.#revalidating]);
  }

  /** Rejects with 503 until the upstream has responded: until then delivery serves its saved features. */
  async page(after: string | null): Promise<StatePage> {
    await this.#whenSynced();
    return this.state.page(after);
  }

  /** Rejects as `page`. Waits for tokens that are being validated. */
  async list(): Promise<TokenList> {
    await this.#whenSynced();
    await this.tokens.idle();
    return this.tokens.list();
  }

  /** Confirms that replicas are current. Without it they count as stale after a while. */
  beat(): void {
    if (this.current) this.#publishHeartbeats();
  }

  #publishHeartbeats(): void {
    this.#publish(stateKeys.togglesHeartbeat, { revision: this.state.revision });
    this.#publish(stateKeys.accessHeartbeat, { revision: this.tokens.version });
  }

  /** Validates all tokens again. Requests during a validation are followed by a single one. */
  revalidate(): Promise<void> {
    this.#requested += 1;
    this.#revalidating ??= this.#revalidateRequested().finally(() => (this.#revalidating = undefined));
    return this.#revalidating;
  }

  async #revalidateRequested(): Promise<void> {
    for (let done = 0; done < this.#requested && !this.#stop.signal.aborted; ) {
      done = this.#requested;
      try {
        await this.tokens.revalidate();
      } catch (error) {
        this.#parts.warn('the tokens could not be validated again, retrying', error);
        done = 0;
        await pause(revalidationRetryMs, this.#stop.signal);
      }
    }
    this.#requested = 0;
  }

  async #revalidateTwice(): Promise<void> {
    await this.revalidate();
    await pause(secondLookMs, this.#stop.signal);
    if (!this.#stop.signal.aborted) await this.revalidate();
  }

  async #begin(): Promise<void> {
    const { signal } = this.#stop;
    while (!this.#isValidated && !signal.aborted) {
      try {
        await this.tokens.revalidate();
        this.#isValidated = true;
        this.#noteSynced();
      } catch (error) {
        this.#parts.warn('the upstream does not respond yet', error);
        await pause(startRetryMs, signal);
      }
    }
  }

  async #whenSynced(): Promise<void> {
    if (!this.#isSynced) await Promise.race([this.#synced.promise, pause(firstAnswerMs, this.#stop.signal)]);
    if (!this.#isSynced) throw notSynced();
  }

  #noteSynced(): void {
    if (!this.#isValidated || !this.tokens.complete) return;
    for (const environment of this.#restored.splice(0)) this.#drop(environment);
    if (this.#isSynced) return;
    this.#isSynced = true;
    this.state.begin();
    this.#synced.resolve();
    this.beat();
  }

  #drop(environment: string): void {
    const change = this.state.contribute(restoredTarget(environment), null);
    if (change) this.#publish(stateKeys.togglesState, change);
  }

  #publish(key: string, body: object): void {
    this.#parts.broadcast(key, body).catch((error: unknown) => this.#parts.warn('a change could not be published', error));
  }
}

const notSynced = () => new Failure('UnavailableError', 'The upstream has not responded yet.', { retryAfterSeconds: 2 });

const restoredTarget = (environment: string): string => `backup of ${environment}`;

/** Tokens from the settings. An offline relay validates none. */
function secretsIn({ settings, id }: OpenParts): { readonly configured: readonly string[]; readonly trusted: readonly KnownToken[] } {
  const trusted = settings.get(pretrustedTokens).map((secret) => trustedToken(secret, 'frontend'));
  if (settings.get(bootstrapFile) === null) return { configured: settings.get(tokenSecrets), trusted };
  const clients = [...settings.get(tokenSecrets), ...settings.get(clientTokens)].map((secret) => trustedToken(secret, 'client'));
  const frontends = settings.get(frontendTokens).map((secret) => trustedToken(secret, 'frontend'));
  // Only client tokens have features, so frontend tokens need one with their scope.
  const withFeatures = frontends.map(
    ({ state }): KnownToken => ({ secret: id(), state: { ...state, hash: hashSecret(id()), type: 'client' } }),
  );
  return { configured: [], trusted: [...clients, ...trusted, ...frontends, ...withFeatures] };
}
