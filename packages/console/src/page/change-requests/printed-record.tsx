import { exactTime } from '../../parts/mark/age.tsx';
import { revision } from '../../server/request.ts';
import { calledOf, useSession } from '../../server/session.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import { changeRequestsTexts } from './texts.ts';
import * as styles from './change-requests.module.css';

/** Footer of the printed page: what it records, and who printed it. */
export function PrintedRecord({ request }: { readonly request: ChangeRequest }) {
  const { user } = useSession();
  return (
    <footer class={styles.record}>
      {changeRequestsTexts.changeRequest.record(
        location.href,
        exactTime(new Date().toISOString()),
        user ? calledOf(user) : '',
        revision.value,
      )}
      <br />
      <code>{request.contentHash}</code>
    </footer>
  );
}
