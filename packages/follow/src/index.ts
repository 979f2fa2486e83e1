export * from './follow-versioned.ts';
export * from './follower.ts';
