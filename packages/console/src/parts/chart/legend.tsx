import { type ChartData, figuresOf, marksIn, titleOf, describeFigure } from './chart-data.ts';
import { toneClasses } from './drawing.tsx';
import * as styles from './chart.module.css';

/** The layers with the figures of the selected period, or of all periods. */
export function Legend({ data, at }: { readonly data: ChartData; readonly at: number | null }) {
  return (
    <figcaption class={styles.legend}>
      <b>{at === null ? totalOf(data) : titleOf(data, at)}</b>
      {figuresOf(data, at).map(({ name, tone, value, percent }) => (
        <span key={name}>
          <svg class={toneClasses[tone]} width="10" height="10" aria-hidden="true">
            <rect class={styles.swatch} width="10" height="10" rx="2" />
          </svg>
          {describeFigure(name, value, percent)}
        </span>
      ))}
      {at !== null && marksIn(data, at).length > 0 && (
        <span class={styles.event}>
          {marksIn(data, at)
            .map(({ text }) => text)
            .join(', ')}
        </span>
      )}
    </figcaption>
  );
}

const totalOf = ({ are }: ChartData): string => (are === 'counts' ? 'Total' : 'Latest');
