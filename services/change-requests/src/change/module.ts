import { module } from '@signalbox/kit';
import { addChangesRoute } from './add-changes.ts';
import { discardChangeRoute } from './discard-change.ts';
import { discardRequestRoute } from './discard-request.ts';
import { forgetProposals } from './drop-payloads.ts';
import { editChangeRoute } from './edit-change.ts';

/** Proposing, editing and discarding changes, and discarding drafts. */
export const change = module({
  routes: [addChangesRoute, editChangeRoute, discardChangeRoute, discardRequestRoute],
  jobs: [forgetProposals],
});
