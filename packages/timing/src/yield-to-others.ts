/** Lets the event loop serve what waits, requests and timers of others. Long work calls it between its parts. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
