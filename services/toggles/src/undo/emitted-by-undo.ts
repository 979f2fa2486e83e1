import type { EventDefinition } from '@signalbox/contracts';
import { changesProposed } from '@signalbox/contracts';
import { actions } from './actions.ts';

/** Whatever the routes state that do the same. */
export const emittedByUndo: readonly EventDefinition[] = [
  ...new Set([
    changesProposed,
    ...Object.values(actions).flatMap(({ route }) => {
      const { events = [] } = route.declaration;
      return 'none' in events ? [] : events;
    }),
  ]),
];
