import { useEffect, useRef } from 'preact/hooks';
import type { LinkedQuestion, WhyQuestion } from '../../base/question.ts';
import { whyHref } from '../../frame/why-href.ts';
import { isPhone } from '../../parts/layer/phone.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Space, useVirtualRows } from '../../parts/list/virtual-rows.tsx';
import { type Result, describeAnswer } from '../why/steps.ts';
import { verdictOf } from '../why/verdict.ts';
import type { FeatureResult } from './use-results.ts';
import * as statusDotStyles from '../../parts/mark/status-dot.module.css';
import * as stickyStyles from '../../parts/mark/sticky.module.css';
import * as styles from './playground.module.css';
import { KeyLink } from '../../parts/mark/key-link.tsx';

interface ResultTableProps {
  readonly rows: readonly FeatureResult[];
  readonly question: LinkedQuestion;
  /** Fetches the next page, if any. */
  readonly more: () => void;
}

/** Heights in the style sheet: a table row, and a card on a phone. */
const heights = { row: 51, card: 116 } as const;
/** Number of rows before the end at which the next page is fetched. */
const rowsAhead = 40;

/** Results by feature. Only visible rows are rendered. */
export function ResultTable({ rows, question, more }: ResultTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, aboveHeight, belowHeight } = useVirtualRows(body, rows.length, isPhone.value ? heights.card : heights.row);
  useEffect(() => {
    if (to + rowsAhead >= rows.length) more();
  }, [to, rows.length]);
  const { compared } = question;
  return (
    <table class={styles.results} aria-rowcount={rows.length + 1}>
      <thead class={stickyStyles.head}>
        <tr aria-rowindex={1}>
          <th>Feature</th>
          <th>{question.environment}</th>
          {compared && <th>{compared.environment === question.environment ? 'another context' : compared.environment}</th>}
          <th>Reason</th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Space height={aboveHeight} />
        {rows.slice(from, to).map((row, index) => (
          <tr key={`${row.project}/${row.name}`} aria-rowindex={from + index + 2}>
            <td>
              <KeyLink href={whyHref(row.project, row.name, question)} text={row.name} />
            </td>
            <td>
              <ResultCell result={row.result} />
            </td>
            {compared && (
              <td>
                {row.other && (
                  <a class={styles.plain} href={whyHref(row.project, row.name, compared)} aria-label={`Why: ${row.name}, Compared with`}>
                    <ResultCell result={row.other} />
                  </a>
                )}
              </td>
            )}
            <td>
              <span class={styles.clip}>{describeReason(row.result, question)}</span>
            </td>
          </tr>
        ))}
        <Space height={belowHeight} />
      </tbody>
    </table>
  );
}

const describeReason = (result: Result, { environment, context }: WhyQuestion): string =>
  verdictOf(result, environment, (field) => (Object.hasOwn(context, field) ? context[field] : undefined)).about;

function ResultCell({ result }: { readonly result: Result }) {
  const { isEnabled, variant, strategies, variantShare } = result;
  const isByChance = variantShare?.chance === true || strategies.data.some(({ disabled, share }) => !disabled && share?.chance === true);
  return (
    <span class={`${styles.aspect} ${isEnabled ? '' : statusDotStyles.off}`}>
      <StatusDot reach={isEnabled} />
      <span class={styles.clip}>{describeAnswer(isEnabled, variant.enabled ? variant.name : null)}</span>
      {isByChance && <small>random</small>}
    </span>
  );
}
