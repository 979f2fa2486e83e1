import { useAnswer } from '../server/answer.ts';
import { frameTexts } from './texts.ts';
import * as styles from './frame.module.css';

const pollMs = 60_000;

/** Shown while changes are rejected. */
export function MaintenanceBanner() {
  const { data } = useAnswer('GET /api/admin/ui-config', {}, { everyMs: pollMs });
  if (data?.maintenanceMode !== true) return null;
  return (
    <p class={styles.banner} role="status">
      {frameTexts.maintenance.banner}
    </p>
  );
}
