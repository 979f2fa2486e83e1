export * from './cipher.ts';
export * from './seal.ts';
