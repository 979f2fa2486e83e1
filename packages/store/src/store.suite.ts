import { itemSchema, type Setup, type TestDatabase } from './store.fixture.ts';
import type { Store } from './store.ts';
import { describeLeases, describeInbox, describeIdempotencyRecords } from './store-coordination.suite.ts';
import { describeDeferredWrites } from './store-deferred.suite.ts';
import { describeMigrations } from './store-migrations.suite.ts';
import { describeNumbers } from './store-numbers.suite.ts';
import { describeTransactions } from './store-transactions.suite.ts';
import { describeValues } from './store-values.suite.ts';

/** Behavior of every adapter of the store. `newDatabase` creates a separate database. */
export function describeStore(title: string, newDatabase: () => Promise<TestDatabase>): void {
  describe(title, () => {
    // Creating a schema takes long on a busy server.
    let database: TestDatabase;
    let store: Store;
    before(async () => {
      database = await newDatabase();
      store = await database.open(itemSchema);
      await store.migrate();
    });
    after(() => database.end());

    const setup: Setup = () => ({ store, database });
    describeValues(setup);
    describeTransactions(setup);
    describeDeferredWrites(setup);
    describeNumbers(setup);
    describeLeases(setup);
    describeInbox(setup);
    describeIdempotencyRecords(setup);
    describeMigrations(newDatabase);
  });
}
