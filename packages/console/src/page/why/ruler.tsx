import type { RulerScale } from './steps.ts';
import * as styles from './why.module.css';

const [top, height] = [22, 14];

/** All buckets on a line, with the range of the rollout and the user's bucket. */
export function Ruler({ bucket, of, from, to }: RulerScale) {
  const percentAt = (edge: number) => (100 * edge) / of;
  const pin = percentAt(bucket - 0.5);
  const isIn = bucket >= from && bucket <= to;
  return (
    <svg
      class={`${styles.ruler} ${isIn ? styles.isIn : ''}`}
      role="img"
      aria-label={`Buckets 1 to ${of}: the rollout covers ${from} to ${to}. This user is in bucket ${bucket}.`}
    >
      <rect class={styles.ground} y={top} width="100%" height={height} rx="3" />
      {to >= from && (
        <rect class={styles.range} x={`${percentAt(from - 1)}%`} y={top} width={`${percentAt(to - from + 1)}%`} height={height} rx="3" />
      )}
      <line class={styles.pin} x1={`${pin}%`} x2={`${pin}%`} y1={top - 6} y2={top + height + 6} />
      <text class={styles.pinText} x={`${pin}%`} y={top - 10} text-anchor={anchorAt(pin)}>
        bucket {bucket}
      </text>
      <text class={styles.range} x={`${percentAt(from - 1)}%`} y={top + height + 18} text-anchor={anchorAt(percentAt(from - 1))}>
        {to < from ? 'none' : `${from} to ${to}`}
      </text>
      {to < of && (
        <text x="100%" y={top + height + 18} text-anchor="end">
          {of}
        </text>
      )}
    </svg>
  );
}

const nearEdge = 15;

/** Anchors text near an end of the line so that it stays inside. */
function anchorAt(percent: number): 'start' | 'middle' | 'end' {
  if (percent < nearEdge) return 'start';
  return percent > 100 - nearEdge ? 'end' : 'middle';
}
