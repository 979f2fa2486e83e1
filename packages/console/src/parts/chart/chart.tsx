import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ChartData, describeFigure, describePeriod, figuresOf, marksIn, titleOf } from './chart-data.ts';
import { Drawing, toneClasses } from './drawing.tsx';
import { FiguresTable } from './figures-table.tsx';
import { periodAt, plotOf } from './plot.ts';
import type { RefObject } from 'preact';
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

/** The layers with the figures of the selected period, or of all periods. */
function Legend({ data, at }: { readonly data: ChartData; readonly at: number | null }) {
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

/** The current width of an element in pixels; 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const width = useSignal(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => (width.value = Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width.value;
}
