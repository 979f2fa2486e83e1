import { type Chance, never } from './chance.ts';

/** Thrown inside of what a process had begun when it was killed, so that its transaction is rolled back. Nobody of that process hears of it. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * One process from its start to its end. All that it does to the outside goes through a step, and a step of a process that was
 * killed never ends: the code behind it stands still for ever, as if it was gone.
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

  /** How the process is told from others in the database: the end of the first id that it made. */
  get owner(): string {
    return this.#owner;
  }

  /** An id that nobody had before. */
  readonly id = (): string => {
    const id = this.chance.id();
    this.#owner ||= id.slice(-12);
    return id;
  };

  /** Rejects with `Killed` when the process is. */
  get ended(): Promise<never> {
    return this.#dead.promise;
  }

  /** As SIGKILL. */
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

  /** As SIGSTOP and, after `ms`, SIGCONT. */
  freeze(ms: number): void {
    this.#frozenUntil = this.chance.time.now + ms;
  }

  /** A way to somewhere else, on which time passes and the process may end. */
  async step(what: string): Promise<void> {
    const { time } = this.chance;
    await time.pause(this.chance.random() * (this.chance.random() < 0.05 ? 80 : 3));
    while (this.#frozenUntil > time.now) await time.pause(this.#frozenUntil - time.now);
    this.mayCrash(what);
    if (!this.#isAlive) await never();
  }

  /** A moment at which the process may end. */
  mayCrash(what: string): void {
    if (this.#isAlive && this.chance.strikes('crash')) this.kill(what);
  }
}
