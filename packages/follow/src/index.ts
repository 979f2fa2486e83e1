export * from './follow-versioned.ts';
export * from './follower.ts';
export * from './succession.ts';
