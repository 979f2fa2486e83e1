import { equal } from 'node:assert/strict';
import { faultOf } from './store.ts';

describe('faultOf', () => {
  const faults = {
    duplicate: ['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'],
    reference: ['ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    conflict: ['ER_LOCK_DEADLOCK', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED_SHAREDCACHE'],
    unavailable: ['ECONNREFUSED', 'ER_OPTION_PREVENTS_STATEMENT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY_DBMOVED'],
    other: ['SQLITE_CONSTRAINT_NOTNULL', 'ER_DATA_TOO_LONG', 'SQLITE_CORRUPT', 'ERR_ASSERTION'],
  };
  for (const [fault, codes] of Object.entries(faults)) {
    for (const code of codes) {
      it(`classifies ${code} as ${fault}, also inside of another error`, () => {
        const error = Object.assign(new Error('of the driver'), { code });
        equal(faultOf(error), fault);
        equal(faultOf(new Error('of the query builder', { cause: error })), fault);
      });
    }
  }
});
