import type { OwnChange } from '../../server/served.ts';
import { formatClock, formatExact } from '../../base/time.ts';
import { StatusDot } from './status-dot.tsx';
import * as styles from './served-line.module.css';

const everybody = { kind: 'everybody', strategies: 0, variants: 0 } as const;

const served = {
  waits: (revision: number) => `Saved as revision ${revision.toLocaleString('en')}. Rolling out to clients`,
  served: (revision: number, at: string) => `Served to clients at ${at} (revision ${revision.toLocaleString('en')})`,
  late: (revision: number) => `Pending: revision ${revision.toLocaleString('en')} has not reached clients yet`,
  unknown: (revision: number) => `Delivery is not responding. Revision ${revision.toLocaleString('en')} may not have reached clients`,
};

/** Delivery status of the last change. */
export function ServedLine({ of: change }: { readonly of: OwnChange }) {
  return (
    <p class={`${styles.served} ${change.is === 'waits' ? styles.waits : ''}`}>
      <StatusDot reach={everybody} waits={change.is !== 'served'} />
      {change.is === 'served' ? (
        <time dateTime={change.since} title={formatExact(change.since)}>
          {served.served(change.revision, formatClock(Date.parse(change.since)))}
        </time>
      ) : (
        <span>{served[change.is](change.revision)}</span>
      )}
    </p>
  );
}
