import { formatFigure } from '../../base/format.ts';
import { lowestOf } from '../../base/lowest-of.ts';
import * as styles from './spark.module.css';

interface SparkProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** Accessible description. */
  readonly label: string;
}

const width = 76;
const height = 22;

/** A line chart without axes on a scale of its own, dashed if there are no values. Its text ends with the latest value. */
export function Spark({ values, label: title }: SparkProps) {
  const max = Math.max(0, ...values);
  const low = lowestOf(values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)} ${(height - 3 - ((height - 6) * (value - low)) / (max - low)).toFixed(1)}`,
  );
  const label = `${title}, latest ${formatFigure(values.at(-1) ?? 0)}`;
  return (
    <svg class={styles.spark} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {max === 0 ? <path d={`M0 ${height - 4}H${width}`} stroke-dasharray="2 3" /> : <path class={styles.yes} d={`M${points.join('L')}`} />}
    </svg>
  );
}
