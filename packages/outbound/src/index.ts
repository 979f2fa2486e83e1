export * from './guarded-fetch.ts';
export * from './public-address.ts';
