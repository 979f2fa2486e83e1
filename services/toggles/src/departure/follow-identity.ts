import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  durableQueues,
  placeClosed,
  serviceAccountDeleted,
  userDeleted,
} from '@signalbox/contracts';
import { on, reacting } from '@signalbox/kit';
import { onApiTokenCreated, onApiTokenDeleted, onApiTokenUpdated } from '../environment/token-count.ts';
import { onUserDeleted } from '../favorite/on-user-deleted.ts';
import { onPlaceClosed } from './on-place-closed.ts';

/** Lets go of what identity says is gone, and counts its tokens. */
export const followIdentity = reacting(durableQueues.toggles.queue, [
  on(userDeleted, onUserDeleted),
  on(serviceAccountDeleted, onUserDeleted),
  on(apiTokenCreated, onApiTokenCreated),
  on(apiTokenUpdated, onApiTokenUpdated),
  on(apiTokenDeleted, onApiTokenDeleted),
  on(placeClosed, onPlaceClosed),
]);
