/** Lets the event loop serve waiting requests and timers. Long work calls it between its parts. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
