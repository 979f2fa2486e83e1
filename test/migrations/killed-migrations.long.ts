import { describeKilledMigrations } from './killed-migrations.suite.ts';

await describeKilledMigrations(3);
