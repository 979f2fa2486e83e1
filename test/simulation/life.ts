import { type Chance, never } from './chance.ts';

/** Thrown into the work of a killed process, so that its transaction is rolled back. Code of that process never receives it. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * One process from start to end. All its effects on the outside go through a step. A step of a killed process never settles, so the code
 * behind it stops for ever.
 */
export class Life {
  readonly name: string;
  readonly chance: Chance;
  readonly #dead = Promise.withResolvers<never>();
  readonly #mourners: (() => void)[] = [];
  #isAlive = true;
  #owner = '';
  #frozenUntil = 0;

  constructor(name: string, chance: Chance) {
    this.name = name;
    this.chance = chance;
    this.#dead.promise.catch(() => undefined);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Identifies the process in the database: the end of its first id. */
  get owner(): string {
    return this.#owner;
  }

  readonly id = (): string => {
    const id = this.chance.id();
    this.#owner ||= id.slice(-12);
    return id;
  };

  /** Rejects with `Killed` when the process is killed. */
  get ended(): Promise<never> {
    return this.#dead.promise;
  }

  /** Like SIGKILL. */
  kill(why: string): void {
    if (!this.#isAlive) return;
    this.chance.note(`${this.name} is killed: ${why}`);
    this.#isAlive = false;
    this.#dead.reject(new Killed(why));
    for (const mourn of this.#mourners.splice(0)) mourn();
  }

  onEnd(mourn: () => void): void {
    this.#mourners.push(mourn);
  }

  /** Like SIGSTOP, and SIGCONT after `ms`. */
  freeze(ms: number): void {
    this.#frozenUntil = this.chance.time.now + ms;
  }

  /** A step over the network, during which time passes and the process may end. */
  async step(what: string): Promise<void> {
    const { time } = this.chance;
    await time.pause(this.chance.random() * (this.chance.random() < 0.05 ? 80 : 3));
    while (this.#frozenUntil > time.now) await time.pause(this.#frozenUntil - time.now);
    this.mayCrash(what);
    if (!this.#isAlive) await never();
  }

  /** A point at which the process may end. */
  mayCrash(what: string): void {
    if (this.#isAlive && this.chance.strikes('crash')) this.kill(what);
  }
}
