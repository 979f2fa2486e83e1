/** A clock that tests advance. */
export interface Clock {
  readonly now: () => Date;
  pass(ms: number): void;
}

export function openClock(): Clock {
  let offsetMs = 0;
  return { now: () => new Date(Date.now() + offsetMs), pass: (ms) => void (offsetMs += ms) };
}
