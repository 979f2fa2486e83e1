// Proposing, editing and discarding changes, and discarding drafts.

export { addChangesRoute } from './add-changes.ts';
export { discardChangeRoute } from './discard-change.ts';
export { discardRequestRoute } from './discard-request.ts';
export { forgetProposals } from './drop-payloads.ts';
export { editChangeRoute } from './edit-change.ts';
