import { useAnswer } from '../server/ask.ts';
import { Button } from '../parts/mark/button.tsx';
import * as countStyles from '../parts/mark/count.module.css';

/** Number of unread notifications of the user. */
export const useUnread = (): number => useAnswer('GET /api/admin/user/notifications', { query: { limit: 0 } }).data?.unread ?? 0;

/** Opens the notifications, in a script that loads on first use. */
export const openNotifications = (): void => void import('./notifications.tsx').then(({ showNotifications }) => showNotifications());

/** The bell in the top bar, with the number of unread notifications. */
export function Bell() {
  const unread = useUnread();
  const label = `Notifications${unread > 0 ? `, ${unread} unread` : ''}`;
  return (
    <Button look="quiet" aria-label={label} title={label} aria-haspopup="dialog" press={openNotifications} icon="bell">
      {unread > 0 && <b class={countStyles.waiting}>{unread}</b>}
    </Button>
  );
}
