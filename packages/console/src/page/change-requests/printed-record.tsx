import { exactTime } from '../../parts/age.tsx';
import { revision } from '../../server/request.ts';
import { calledOf, useSession } from '../../server/session.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import { changeRequestsTexts } from './texts.ts';
import * as styles from './change-requests.module.css';

/** Stands at the foot of the page on paper: of what it is a record, and by whom. */
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
