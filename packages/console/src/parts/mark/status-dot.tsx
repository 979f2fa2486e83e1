import { litPart, type Reach } from '../../base/reach.ts';
import * as styles from './status-dot.module.css';

const center = 7;
const fullRadius = 3.8;
const sliceRadius = 4.6;

/** Shows reach by shape: ring, slice, disc. The result of one user is on or off. The words next to it carry the meaning. */
export function StatusDot({ reach, waits = false }: { readonly reach: Reach | boolean; readonly waits?: boolean }) {
  const part = typeof reach === 'boolean' ? Number(reach) : litPart(reach);
  return (
    <svg class={`${styles.dot} ${part > 0 ? styles.lit : ''} ${waits ? styles.waits : ''}`} viewBox="0 0 14 14" aria-hidden="true">
      <circle class={styles.ring} cx={center} cy={center} r="6" />
      {part === 1 && <circle class={styles.fill} cx={center} cy={center} r={fullRadius} />}
      {part > 0 && part < 1 && <path class={styles.fill} d={sliceOf(part)} />}
    </svg>
  );
}

/** Path of a slice that starts at twelve o'clock. */
function sliceOf(part: number): string {
  const angle = 2 * Math.PI * part;
  const x = center + sliceRadius * Math.sin(angle);
  const y = center - sliceRadius * Math.cos(angle);
  const isLarge = part > 0.5 ? 1 : 0;
  return `M${center} ${center}V${center - sliceRadius}A${sliceRadius} ${sliceRadius} 0 ${isLarge} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}
