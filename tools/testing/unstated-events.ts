import { eventDefinitions } from '../../packages/contracts/src/index.ts';
import { readEmitted } from '../../packages/testing/src/emitted-events.ts';

/** Returns the declared events that no test of the run in this folder emitted, as `service.type`. */
export function unstatedEvents(folder: string): string[] {
  const stated = readEmitted(folder);
  return [...eventDefinitions.values()].filter(({ type }) => !stated.has(type)).map(({ service, type }) => `${service}.${type}`);
}
