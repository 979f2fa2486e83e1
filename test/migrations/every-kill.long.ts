import { describeKilledMigrations } from './killed-migrations.suite.ts';

// Run it with `npm test -- --full --only test/migrations`.
await describeKilledMigrations(Infinity);
