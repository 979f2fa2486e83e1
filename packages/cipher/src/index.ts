export * from './cipher.ts';
