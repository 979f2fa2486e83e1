import { describeKilledMigrations } from './killed-migrations.suite.ts';

// `npm test -- --full --only test/migrations`
await describeKilledMigrations(Infinity);
