import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  describeValue,
  type ChartData,
  describeFigure,
  describePeriod,
  figuresOf,
  marksIn,
  type Range,
  titleOf,
  within,
} from './chart-data.ts';
import { Drawing } from './drawing.tsx';
import { toneClasses } from './tone-classes.tsx';
import { DataTable } from '../list/data-table.tsx';
import { plotOf, type Plot, periodAt } from './plot.ts';
import type { ComponentChildren, RefObject } from 'preact';
import { Button } from '../mark/button.tsx';
import * as buttonStyles from '../mark/button.module.css';
import * as styles from './chart.module.css';
import { useSignal } from '@preact/signals';

interface ChartProps {
  readonly data: ChartData;
  /** Names what is shown, and in which time. */
  readonly label: string;
}

/**
 * Counts or measurements over time, with the figures of a period under the pointer or reached by arrow keys. Dragging shows a range. A table
 * has all figures.
 */
export const Chart = (props: ChartProps) => <Ranged key={props.label} {...props} />;

function Ranged({ data: all, label }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const range = useSignal<Range | null>(null);
  const data = within(all, range.value);
  const plot = plotOf(data, useWidth(element));
  const { at, selected, handlers } = useChartSelection(data, plot, (chosen) => (range.value = chosen));
  const last = data.starts.length - 1;
  const showAll = () => {
    range.value = null;
    element.current?.focus();
  };
  return (
    <figure aria-label={label}>
      <Legend data={data} at={at}>
        {range.value && <Button press={showAll} text="Show all" />}
      </Legend>
      <div
        ref={element}
        class={styles.plot}
        role="slider"
        tabIndex={0}
        aria-readonly="true"
        aria-label={label}
        aria-description="Shift with an arrow key selects a range, Enter shows it."
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={describePeriod(data, at ?? last)}
        {...handlers}
      >
        <Drawing data={data} plot={plot} selected={selected} />
      </div>
      {data.marks.length > 0 && (
        <ol class={styles.marks} aria-label="Changes in this period">
          {data.marks.map(({ atMs, text }) => (
            <li key={`${atMs} ${text}`}>{text}</li>
          ))}
        </ol>
      )}
      <details class={styles.table}>
        <summary class={buttonStyles.small} aria-label={`Show as table: ${label}`}>
          Show as table
        </summary>
        <DataTable
          label={label}
          rows={[...data.starts.keys()].toReversed()}
          nameOf={(index) => titleOf(data, index)}
          columns={[
            { title: 'Time', cell: (index) => titleOf(data, index) },
            ...data.layers.map(({ name, values }) => ({
              title: name,
              cell: (index: number) => describeValue(values[index] ?? null),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

/** The layers with the figures of the selected period, or of all periods. */
function Legend({ data, at, children }: { readonly data: ChartData; readonly at: number | null; readonly children: ComponentChildren }) {
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
      {children}
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

/**
 * The period under the pointer or reached by keys, and the range since the period where a drag, or Shift with an arrow key, began. `show`
 * receives the range when the drag ends or Enter is pressed, and null for Escape.
 */
function useChartSelection(data: ChartData, plot: Plot, show: (range: Range | null) => void) {
  const [chosen, anchor] = [useSignal<number | null>(null), useSignal<number | null>(null)];
  const last = data.starts.length - 1;
  const at = chosen.value === null ? null : Math.min(chosen.value, last);
  const ends = at === null ? [] : [at, Math.min(anchor.value ?? at, last)].toSorted((one, other) => one - other);
  const [from, to] = ends.map((index) => data.starts[index] ?? 0);
  const selected: Range | null = from === undefined || to === undefined ? null : [from, to];
  const goTo = (index: number) => (chosen.value = Math.max(0, Math.min(last, index)));
  const under = ({ clientX, currentTarget }: MouseEvent) =>
    periodAt(plot, data, clientX - (currentTarget as HTMLElement).getBoundingClientRect().left);
  const clear = () => (chosen.value = anchor.value = null);
  const take = () => {
    if (selected && selected[0] < selected[1]) {
      show(selected);
      clear();
    }
    anchor.value = null;
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => goTo((at ?? last + 1) - 1),
    ArrowRight: () => goTo((at ?? -1) + 1),
    Home: () => goTo(0),
    End: () => goTo(last),
    Enter: anchor.value === null ? undefined : take,
    Escape: () => show(null),
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Enter') anchor.value = event.shiftKey ? (anchor.value ?? at ?? last) : null;
    act();
  };
  const handlers = {
    onKeyDown: press,
    onPointerDown: (event: PointerEvent) => (anchor.value = Math.max(0, under(event))),
    onPointerMove: (event: PointerEvent) => goTo(under(event)),
    onPointerUp: take,
    onPointerLeave: clear,
    onBlur: clear,
  };
  return { at, selected, handlers };
}
