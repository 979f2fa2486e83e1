import { counted, formatFigure } from '../../base/format.ts';
import type { Tone } from './chart-data.ts';
import { toneClasses } from './tone-classes.tsx';
import * as chartStyles from './chart.module.css';
import * as styles from './bars.module.css';

interface BarsProps {
  readonly label: string;
  /** With the noun that is counted, unless the name is an adjective. */
  readonly layers: readonly { readonly name: string; readonly noun?: string; readonly tone: Tone }[];
  /** A title and one count for each layer. */
  readonly columns: readonly { readonly title: string; readonly counts: readonly number[] }[];
}

/** More titles than these overlap on a phone; short ones of few columns fit. */
const maxTitles = 6;
const fewColumns = 7;
const height = 100;

/** Counts as vertical bars, those of one column next to each other. The text of each column has its counts. */
export function Bars({ label, layers, columns }: BarsProps) {
  const max = Math.max(1, ...columns.flatMap(({ counts }) => counts));
  const step = columns.length <= fewColumns ? 1 : Math.ceil(columns.length / maxTitles);
  const width = 1 / layers.length;
  return (
    <figure>
      <Legend
        parts={layers.map((layer, index) => ({ ...layer, count: columns.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0) }))}
      />
      <ol class={styles.columns} aria-label={label}>
        {columns.map(({ title, counts }, index) => {
          const text = `${title}: ${layers.map((layer, at) => countOf(layer, counts[at] ?? 0)).join(', ')}`;
          return (
            <li key={title} title={text}>
              <svg viewBox={`0 0 1 ${height}`} preserveAspectRatio="none" aria-hidden="true">
                {layers.map(({ name, tone }, layer) => {
                  const top = ((counts[layer] ?? 0) / max) * height;
                  return (
                    <g key={name} class={toneClasses[tone]}>
                      <rect class={chartStyles.swatch} x={layer * width + 0.05} y={height - top} width={width - 0.1} height={top} />
                    </g>
                  );
                })}
              </svg>
              <small aria-hidden="true">{index % step === 0 && title}</small>
              <span class="unseen">{text}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

const countOf = ({ name, noun }: BarsProps['layers'][number], count: number) =>
  noun === undefined ? `${formatFigure(count)} ${name.toLowerCase()}` : counted(count, noun);

interface Part {
  readonly name: string;
  readonly tone: Tone;
  readonly count: number;
  /** The page that lists what it counts. */
  readonly href?: string;
  readonly note?: string | undefined;
}

/** Parts of a total as one bar, with their counts below. */
export function PartsBar({ parts }: { readonly parts: readonly Part[] }) {
  const total = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  );
  let from = 0;
  return (
    <figure>
      <svg class={styles.parts} viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ name, tone, count }) => {
          from += count;
          return (
            <g key={name} class={toneClasses[tone]}>
              <rect class={chartStyles.swatch} x={from - count} width={count} height="1" />
            </g>
          );
        })}
      </svg>
      <Legend parts={parts} />
    </figure>
  );
}

const Legend = ({ parts }: { readonly parts: readonly Part[] }) => (
  <figcaption class={chartStyles.legend}>
    {parts.map(({ name, tone, count, href, note }) => (
      <span key={name}>
        <svg class={toneClasses[tone]} width="10" height="10" aria-hidden="true">
          <rect class={chartStyles.swatch} width="10" height="10" rx="2" />
        </svg>
        {href === undefined ? name : <a href={href}>{name}</a>} <b>{formatFigure(count)}</b> {note}
      </span>
    ))}
  </figcaption>
);
