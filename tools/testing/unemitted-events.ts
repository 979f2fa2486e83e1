import { eventDefinitions } from '../../packages/contracts/src/index.ts';
import { readEmitted } from '../../packages/testing/src/emitted-events.ts';

/** Returns the declared events that no test of the run in this folder emitted, as `service.type`. */
export function unemittedEvents(folder: string): string[] {
  const emitted = readEmitted(folder);
  return [...eventDefinitions.values()].filter(({ type }) => !emitted.has(type)).map(({ service, type }) => `${service}.${type}`);
}
