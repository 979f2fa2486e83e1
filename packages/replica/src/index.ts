export type { ReplicaChange } from './draft.ts';
export { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
export type { View } from './view.ts';
