export * from './pause.ts';
export * from './retry.ts';
export * from './yield-to-others.ts';
