import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type ChartData, describePeriod } from './chart-data.ts';
import { Drawing } from './drawing.tsx';
import { FiguresTable } from './figures-table.tsx';
import { Legend } from './legend.tsx';
import { periodAt, plotOf } from './plot.ts';
import { useWidth } from './use-width.ts';
import * as buttonStyles from '../mark/button.module.css';
import * as styles from './chart.module.css';

interface ChartProps {
  readonly data: ChartData;
  /** Names what is shown, and in which time. */
  readonly label: string;
}

/** Counts or measurements over time, with the figures of a period under the pointer or reached by arrow keys. A table has all figures. */
export function Chart({ data, label }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = plotOf(data, useWidth(element));
  const selected = useSignal<number | null>(null);
  const last = data.starts.length - 1;
  const at = selected.value === null ? null : Math.min(selected.value, last);
  const goTo = (index: number) => (selected.value = Math.max(0, Math.min(last, index)));
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo((at ?? last + 1) - 1),
    ArrowRight: () => goTo((at ?? -1) + 1),
    Home: () => goTo(0),
    End: () => goTo(last),
  };
  const leave = () => (selected.value = null);
  return (
    <figure aria-label={label}>
      <Legend data={data} at={at} />
      <div
        ref={element}
        class={styles.plot}
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={describePeriod(data, at ?? last)}
        onKeyDown={(event) => {
          const move = moves[event.key];
          if (!move) return;
          event.preventDefault();
          move();
        }}
        onPointerMove={(event) => goTo(periodAt(plot, data, event.clientX - event.currentTarget.getBoundingClientRect().left))}
        onPointerLeave={leave}
        onBlur={leave}
      >
        <Drawing data={data} plot={plot} at={at} />
      </div>
      <details class={styles.table}>
        <summary class={buttonStyles.small} aria-label={`Show as table: ${label}`}>
          Show as table
        </summary>
        <FiguresTable data={data} label={label} />
      </details>
    </figure>
  );
}
