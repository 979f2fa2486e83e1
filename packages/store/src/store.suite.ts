import { itemSchema, type Setting, type Space } from './store.fixture.ts';
import type { Store } from './store.ts';
import { describeLeases, describeRememberedMessages, describeKeptAnswers } from './store-coordination.suite.ts';
import { describeMigrations } from './store-migrations.suite.ts';
import { describeNumbers } from './store-numbers.suite.ts';
import { describeTransactions } from './store-transactions.suite.ts';
import { describeValues } from './store-values.suite.ts';

/** The behaviour that every adapter of the store shows. `newSpace` makes a database of its own. */
export function describeStore(title: string, newSpace: () => Promise<Space>): void {
  describe(title, function () {
    // A schema on a busy server takes its time.
    this.timeout(20_000);
    let space: Space;
    let store: Store;
    before(async () => {
      space = await newSpace();
      store = await space.open(itemSchema);
      await store.migrate();
    });
    after(() => space.end());

    const setting: Setting = () => ({ store, space });
    describeValues(setting);
    describeTransactions(setting);
    describeNumbers(setting);
    describeLeases(setting);
    describeRememberedMessages(setting);
    describeKeptAnswers(setting);
    describeMigrations(newSpace);
  });
}
