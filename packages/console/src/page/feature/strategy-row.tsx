import { asCurl } from '../../parts/layer/as-curl.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { describeStickiness, describeStrategy, type SegmentNames, shareOf } from '../../parts/strategy/sentence.ts';
import { ServerOnly } from '../../parts/strategy/list-preview.tsx';
import { SentenceLine, ShareBar } from '../../parts/strategy/sentence-line.tsx';
import type { PendingChange } from './pending.ts';
import { PendingTag } from './pending-tag.tsx';
import { scheduleWrite, whyNotLater } from './state/schedule-write.ts';
import { calledBy, contentOf } from '../strategy/strategy-draft.ts';
import { openerOf } from './strategy/strategy-editor.tsx';
import { move, remove, update } from './strategy/strategy-writes.ts';
import type { Strategy } from './state/use-feature.ts';
import { callsFor, type Target, type Write, writeAtOnce } from './state/write.ts';
import { Button } from '../../parts/mark/button.tsx';
import { counted } from '../../base/format.ts';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import * as styles from './feature.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface StrategyRowProps {
  readonly target: Target;
  readonly strategies: readonly Strategy[];
  readonly index: number;
  readonly segmentName: SegmentNames;
  readonly refusal: (permission: string) => string | undefined;
  /** An open change request for the strategy, if any. */
  readonly pending: PendingChange | null;
  /** The name of the milestone that it belongs to, if any. It is then edited in the release plan. */
  readonly milestone: string | undefined;
  /** Number of test users who get the feature by this strategy, and of all. */
  readonly matches: number | undefined;
  readonly personas: number;
  readonly edit: () => void;
}

/** One strategy as a sentence, with its actions. */
export function StrategyRow({
  target,
  strategies,
  index,
  segmentName,
  refusal,
  pending,
  milestone,
  matches,
  personas,
  edit,
}: StrategyRowProps) {
  const strategy = strategies[index] as Strategy;
  const name = calledBy(strategy);
  const share = shareOf(strategy);
  const proposed = pending?.share ?? share;
  return (
    <div class={`${strategyStyles.strategy} ${strategy.disabled ? strategyStyles.off : ''} ${pending ? strategyStyles.draft : ''}`}>
      <span class={strategyStyles.number} aria-hidden="true">
        {index + 1}
      </span>
      <h3>
        {name} {strategy.disabled && <span class={tagStyles.tag}>turned off</span>}{' '}
        {milestone !== undefined && <span class={tagStyles.info}>milestone {milestone}</span>}{' '}
        {pending && <PendingTag project={target.project} {...pending} />}
      </h3>
      <span class={styles.meta}>
        <span class={styles.wide}>
          {[
            matches !== undefined && !strategy.disabled ? `${matches} of ${counted(personas, 'test user')}` : '',
            share !== null && share < 100 ? describeStickiness(strategy) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {milestone === undefined && <Actions {...{ target, strategies, index, refusal, name, edit }} />}
      </span>
      <SentenceLine phrases={describeStrategy(strategy, segmentName)} />
      <ServerOnly segments={strategy.segments} feature={target.feature} environment={target.environment} />
      {share !== null && proposed !== null && Math.min(share, proposed) < 100 && <ShareBar now={share} draft={proposed} />}
    </div>
  );
}

interface ActionsProps extends Pick<StrategyRowProps, 'target' | 'strategies' | 'index' | 'refusal' | 'edit'> {
  readonly name: string;
}

function Actions({ name, edit, ...props }: ActionsProps) {
  const refused = props.refusal('UPDATE_FEATURE_STRATEGY');
  return (
    <>
      <Button
        id={openerOf({ strategy: props.strategies[props.index] as Strategy })}
        aria-label={`Edit ${name}`}
        refused={refused}
        press={edit}
        text="Edit"
      />
      <Menu label={`More actions for ${name}`} choices={choicesFor(props)} />
    </>
  );
}

type TitledWrite = readonly [title: string, write: Write, refused: string | undefined];

function choicesFor({ target, strategies, index, refusal }: Pick<StrategyRowProps, 'target' | 'strategies' | 'index' | 'refusal'>) {
  const strategy = strategies[index] as Strategy;
  const refused = refusal('UPDATE_FEATURE_STRATEGY');
  const isOff = Boolean(strategy.disabled);
  const toggle = update(target, strategy, { ...contentOf(strategy), disabled: !isOff });
  const step = (by: number) => move(target, strategies, index, index + by);
  const writes: readonly TitledWrite[] = [
    [isOff ? 'Turn on' : 'Turn off', toggle, refused],
    ...(index > 0 ? [['Move up', step(-1), refused] as const] : []),
    ...(index < strategies.length - 1 ? [['Move down', step(1), refused] as const] : []),
    ['Remove', remove(target, strategy), refusal('DELETE_FEATURE_STRATEGY')],
  ];
  const later: readonly TitledWrite[] = [
    [`Turn ${isOff ? 'on' : 'off'} at a time…`, toggle, refused],
    ['Remove at a time…', remove(target, strategy), refusal('DELETE_FEATURE_STRATEGY')],
  ];
  return [
    ...writes.map(([title, write, own]) => ({ title, refused: own, press: () => void writeAtOnce(target, write) })),
    ...later.map(([title, write, own]) => ({ title, refused: own ?? whyNotLater(target), press: () => scheduleWrite(target, write) })),
    asCurl(writes.flatMap(([title, write]) => callsFor(target, write).map((call) => ({ title, call })))),
  ];
}
