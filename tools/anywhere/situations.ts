/** Circumstances of one test run in a checkout of its own. */
export interface Situation {
  readonly name: string;
  readonly about: string;
  /** Source of the checkout (default: a clone). */
  readonly from?: 'archive' | 'shallow clone';
  /** Processes that keep a processor busy meanwhile. */
  readonly busyLoops?: number;
  /** True for another user without servers and network, in a path with a blank, with another zone and language. Needs root on Linux. */
  readonly isOtherUser?: true;
  /** True if settings of the product and proxies name a server that nothing may connect to. */
  readonly hasForeignSettings?: true;
  /** True if PATH has only git, Node, and the shell that npm needs. */
  readonly hasBarePath?: true;
}

/** The situations in which `npm test` must be green. */
export const situations: readonly Situation[] = [
  { name: 'alone-1', about: 'a clone, with nothing else running' },
  { name: 'alone-2', about: 'the same again' },
  { name: 'alone-3', about: 'the same a third time' },
  { name: 'busy-2', about: 'a clone, beside two busy loops', busyLoops: 2 },
  { name: 'busy-8', about: 'a clone, beside eight busy loops', busyLoops: 8 },
  {
    name: 'other-user',
    about: 'another user without servers and network, a path with a blank, TZ and locale of India and Turkey',
    isOtherUser: true,
  },
  { name: 'archive', about: 'the files of git archive', from: 'archive' },
  { name: 'shallow', about: 'a shallow clone', from: 'shallow clone' },
  { name: 'settings', about: 'settings and proxies of a user, with a server that listens there', hasForeignSettings: true },
  { name: 'bare', about: 'only git and Node on PATH', hasBarePath: true },
];
