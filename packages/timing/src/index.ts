export * from './pause.ts';
export * from './retry.ts';
export * from './schedule.ts';
export * from './unless-stopped.ts';
export * from './within.ts';
export * from './yield-to-others.ts';
