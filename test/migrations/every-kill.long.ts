import { describeKilledMigrations } from './killed-migrations.suite.ts';

// `npm run test:migrations`
await describeKilledMigrations(Infinity);
