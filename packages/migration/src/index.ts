export { type Console, migrate } from './migrate.ts';
