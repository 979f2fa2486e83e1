import type { ChartData, Layer, Limit, Range } from './chart-data.ts';
import { toneClasses } from './tone-classes.tsx';
import { areaBetween, barsOf, edgesOf, markGroups, measuredLines, lineThrough, type Plot } from './plot.ts';
import { shortFigure } from '../../base/format.ts';
import { labeledStarts, periodName } from './scale.ts';
import * as styles from './chart.module.css';

interface DrawingProps {
  readonly data: ChartData;
  readonly plot: Plot;
  /** The selected periods. */
  readonly selected: Range | null;
}

/** Axes, stacked bars or areas or lines, and numbered vertical lines for changes. The running period of an area is dashed. */
export function Drawing({ data, plot, selected }: DrawingProps) {
  if (plot.width === 0) return <svg height={plot.height} aria-hidden="true" />;
  return (
    <svg width={plot.width} height={plot.height} viewBox={`0 0 ${plot.width} ${plot.height}`} aria-hidden="true">
      <Axes data={data} plot={plot} />
      {selected && <Selected data={data} plot={plot} selected={selected} />}
      {data.layers.map(({ name, tone, values }, layer) => (
        <g key={name} class={toneClasses[tone]}>
          {plot.hasBars ? (
            barsOf(plot, data, layer).map((bar) => <rect key={bar.x} class={styles.swatch} {...bar} />)
          ) : data.are === 'counts' ? (
            <Area data={data} plot={plot} layer={layer} />
          ) : (
            <Lines data={data} plot={plot} values={values} />
          )}
        </g>
      ))}
      {data.limit && <LimitLine limit={data.limit} plot={plot} />}
      {markGroups(data, plot).map(({ x, first, last }) => (
        <g key={first} class={styles.mark}>
          <path d={`M${x.toFixed(1)} 14V${plot.bottom}`} />
          <text x={Math.min(x, plot.right - 8)} y={10}>
            {first === last ? first : `${first}–${last}`}
          </text>
        </g>
      ))}
    </svg>
  );
}

const labelWidth = 64;

function Axes({ data: { starts, unitMs }, plot }: Pick<DrawingProps, 'data' | 'plot'>) {
  const labeled = labeledStarts(starts, unitMs, Math.floor((plot.right - plot.left) / labelWidth));
  return (
    <>
      {plot.figures.map((figure) => (
        <g key={figure}>
          <path class={styles.grid} d={`M${plot.left} ${plot.yOf(figure)}H${plot.right}`} />
          <text class={styles.figure} x={plot.left - 8} y={plot.yOf(figure) + 4}>
            {shortFigure(figure)}
          </text>
        </g>
      ))}
      {labeled.map((startMs) => (
        <text
          key={startMs}
          class={styles.time}
          x={Math.max(plot.left + 16, Math.min(plot.xOf(startMs), plot.right - 20))}
          y={plot.height - 6}
        >
          {periodName(startMs, unitMs)}
        </text>
      ))}
    </>
  );
}

function Selected({ data: { unitMs }, plot, selected }: Omit<DrawingProps, 'selected'> & { readonly selected: Range }) {
  const [from, to] = [plot.xOf(selected[0]), Math.min(plot.right, plot.xOf(selected[1] + unitMs))];
  return <rect class={styles.selected} x={from} y={4} width={Math.max(1, to - from)} height={plot.bottom - 4} />;
}

interface AreaProps {
  readonly data: ChartData;
  readonly plot: Plot;
  readonly layer: number;
}

function Area({ data, plot, layer }: AreaProps) {
  const upper = edgesOf(plot, data, layer);
  const lower = edgesOf(plot, data, layer - 1);
  return (
    <>
      <path class={styles.area} d={areaBetween(upper.past, lower.past)} />
      <path class={styles.edge} d={lineThrough(upper.past)} />
      <path class={`${styles.area} ${styles.running}`} d={areaBetween(upper.running, lower.running)} />
      <path class={`${styles.edge} ${styles.running}`} d={lineThrough(upper.running)} />
    </>
  );
}

interface LinesProps extends Omit<AreaProps, 'layer'> {
  readonly values: Layer['values'];
}

/** Fewer values than these also have points: one value alone has no line. */
const fewValues = 12;

function Lines({ data, plot, values }: LinesProps) {
  const lines = measuredLines(plot, data, values);
  const points = lines.flat();
  return (
    <>
      {lines.map((line) => (
        <path key={line[0]?.[0]} class={styles.edge} d={lineThrough(line)} />
      ))}
      {points.length < fewValues && points.map(([x, y]) => <circle key={x} class={styles.swatch} cx={x} cy={y} r="3" />)}
    </>
  );
}

/** The text is above the line, or below it at the top of the drawing. */
function LimitLine({ limit: { value, text }, plot }: { readonly limit: Limit; readonly plot: Plot }) {
  const y = plot.yOf(value);
  return (
    <g class={styles.limit}>
      <path d={`M${plot.left} ${y.toFixed(1)}H${plot.right}`} />
      <text x={plot.left + 4} y={y < 24 ? y + 14 : y - 5}>
        {text}
      </text>
    </g>
  );
}
