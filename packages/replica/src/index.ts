export type { CachedFeature } from './cached-feature.ts';
export type { ReplicaChange } from './draft.ts';
export { type FollowedState, followState, type StateHooks, type StateSource } from './follow-state.ts';
export { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
export { Revisions } from './revisions.ts';
export type { View } from './view.ts';
