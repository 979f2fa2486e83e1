import type { EventDefinition } from '@signalbox/contracts';
import { changesProposed } from '@signalbox/contracts';
import { actions } from './actions.ts';

/** All events of the routes that make the same changes directly. */
export const emittedByUndo: readonly EventDefinition[] = [
  ...new Set([
    changesProposed,
    ...Object.values(actions).flatMap(({ route }) => {
      const { events = [] } = route.declaration;
      return 'none' in events ? [] : events;
    }),
  ]),
];
