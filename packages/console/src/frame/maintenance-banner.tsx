import { useAnswer } from '../server/answer.ts';
import * as styles from './frame.module.css';

const pollMs = 60_000;

/** Shown while changes are rejected. */
export function MaintenanceBanner() {
  const { data } = useAnswer('GET /api/admin/ui-config', {}, { everyMs: pollMs });
  if (data?.maintenanceMode !== true) return null;
  return (
    <p class={styles.banner} role="status">
      Maintenance mode: features are served as usual, but no one can make changes.
    </p>
  );
}
