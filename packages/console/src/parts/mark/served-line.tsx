import { partsTexts } from '../texts.ts';
import type { OwnChange } from '../../server/served.ts';
import { exactTime } from './age.tsx';
import { StatusDot } from './status-dot.tsx';
import * as styles from './served-line.module.css';

const everybody = { kind: 'everybody', strategies: 0, variants: 0 } as const;
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** Delivery status of the last change. */
export function ServedLine({ of: change }: { readonly of: OwnChange }) {
  return (
    <p class={`${styles.served} ${change.is === 'waits' ? styles.waits : ''}`}>
      <StatusDot reach={everybody} waits={change.is !== 'served'} />
      {change.is === 'served' ? (
        <time dateTime={change.since} title={exactTime(change.since)}>
          {partsTexts.served.served(change.revision, clock.format(new Date(change.since)))}
        </time>
      ) : (
        <span>{partsTexts.served[change.is](change.revision)}</span>
      )}
    </p>
  );
}
