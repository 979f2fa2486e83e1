import { formatExact } from '../../base/time.ts';
import { revision } from '../../server/request.ts';
import { calledOf, useSession } from '../../server/session.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import * as styles from './change-requests.module.css';

const record = (address: string, at: string, who: string, revision: number | null) =>
  `Record of ${address}, printed ${at} by ${who}${revision === null ? '' : ` at revision ${revision}`}. Content:`;

/** Footer of the printed page: what it records, and who printed it. */
export function PrintedRecord({ request }: { readonly request: ChangeRequest }) {
  const { user } = useSession();
  return (
    <footer class={styles.record}>
      {record(location.href, formatExact(new Date().toISOString()), user ? calledOf(user) : '', revision.value)}
      <br />
      <code>{request.contentHash}</code>
    </footer>
  );
}
