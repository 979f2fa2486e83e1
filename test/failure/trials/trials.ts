import type { Trial } from '../trial.ts';
import { failpointTrial } from './failpoints.ts';
import { frozenDatabase } from './frozen-database.ts';
import { keysRotated } from './keys-rotated.ts';
import { lostWrites } from './lost-writes.ts';
import { auditChain, busContract, storeContract, upgrade } from './other-suites.ts';
import { movedDatabase } from './moved-database.ts';
import { deafBroker } from './deaf-broker.ts';
import { poison } from './poison.ts';
import { racingEditors } from './racing-editors.ts';
import { readerAlone } from './reader-alone.ts';
import { rebuiltState } from './rebuilt-state.ts';
import { repeatedRequests } from './repeated-requests.ts';
import { rolledOver } from './rolled-over.ts';
import { visibleChanges } from './visible-changes.ts';
import { withoutBroker } from './without-broker.ts';
import { withoutCache } from './without-cache.ts';

/** All trials, in the order in which they run. */
export const trials: readonly Trial[] = [
  deafBroker,
  racingEditors,
  repeatedRequests,
  visibleChanges,
  poison,
  withoutBroker,
  withoutCache,
  frozenDatabase,
  movedDatabase,
  rebuiltState,
  readerAlone,
  rolledOver,
  keysRotated,
  failpointTrial,
  lostWrites,
  busContract,
  storeContract,
  auditChain,
  upgrade,
];
