export { type Answer, type CallOptions, type Client, clientAs, openClient } from './client.ts';
export { type CollectedSpan, type Collector, openCollector } from './collector.ts';
export { testEnvironment } from './environment.ts';
export { eventually, startLimitMs } from './eventually.ts';
export { openTestUsers, type TestUsers, sign } from './test-users.ts';
export { runStatements } from './run-statements.ts';
export { type MigratedSchema, migrateService, schemaDifferences } from './schema.ts';
export { type TestApp, newWorkspace, type Workspace, removeWorkspace, settingsOf, start, type StartOptions } from './start.ts';
export { type ExecutedStatement, executedStatementsOf, statementsOf } from './statements.ts';
