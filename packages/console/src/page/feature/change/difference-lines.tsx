import type { PropertyDifference } from '../../strategy/strategy-draft.ts';
import type { ChangeDescription } from './difference.ts';
import * as styles from './difference-lines.module.css';

/** A change as lines: its subject, and each property with the old and the new value. */
export function DifferenceLines({ of: { about, differences } }: { readonly of: ChangeDescription }) {
  const shown: readonly PropertyDifference[] =
    differences.length > 0 ? differences : [{ part: 'no difference', before: null, after: null }];
  return (
    <dl class={styles.lines}>
      {shown.map(({ part, before, after }) => (
        <div key={`${part} ${before} ${after}`}>
          <dt>{about}</dt>
          <dd>
            <span>{part}</span>
            {before !== null && <del aria-label={`was ${before}`}>{before}</del>}
            {after !== null && <ins aria-label={`becomes ${after}`}>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
