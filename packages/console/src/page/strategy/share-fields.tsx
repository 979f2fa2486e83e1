import { useId } from 'preact/hooks';
import { Field } from '../../parts/form/field.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { shareOf, type StrategyContent } from '../../parts/strategy/sentence.ts';
import { useAnswer } from '../../server/answer.ts';
import { ShareBar } from '../../parts/strategy/sentence-line.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as styles from './strategy-fields.module.css';

interface ShareFieldsProps {
  readonly draft: StrategyContent;
  readonly before: StrategyContent | null;
  readonly change: (part: Partial<StrategyContent>) => void;
}

/** Rollout percentage and stickiness; other strategy types show their parameters as text. */
export function ShareFields({ draft, before, change }: ShareFieldsProps) {
  const set = (name: string) => (value: string) => change({ parameters: { ...draft.parameters, [name]: value } });
  if (draft.name !== 'flexibleRollout')
    return (
      <>
        {Object.entries(draft.parameters).map(([name, value]) => (
          <Field key={name} label={name} value={value} change={set(name)} />
        ))}
      </>
    );
  const share = shareOf(draft) ?? 100;
  return (
    <>
      <ShareField share={share} change={(next) => set('rollout')(String(next))} />
      <ShareBar now={before ? (shareOf(before) ?? 100) : 0} draft={share} />
      <Stickiness value={draft.parameters['stickiness'] ?? 'default'} change={set('stickiness')} />
    </>
  );
}

const step = 5;

function ShareField({ share, change }: { readonly share: number; readonly change: (share: number) => void }) {
  const id = useId();
  const set = (value: string) => change(Math.min(100, Math.max(0, Math.round(Number(value) || 0))));
  return (
    <div class={`${fieldStyles.entry} ${styles.share}`}>
      <label htmlFor={id}>Rollout</label>
      <input
        type="range"
        min="0"
        max="100"
        step={step}
        value={share}
        aria-label="Rollout"
        aria-valuetext={`${share}%`}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <span class={styles.percent}>
        <input
          id={id}
          type="number"
          min="0"
          max="100"
          value={share}
          autoFocus
          aria-label="Rollout percentage"
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => set(event.currentTarget.value)}
        />{' '}
        %
      </span>
    </div>
  );
}

const stickinesses: Readonly<Record<string, string>> = {
  default: 'Default (user ID, then session ID)',
  random: 'Random on each evaluation',
};

function Stickiness({ value, change }: { readonly value: string; readonly change: (value: string) => void }) {
  const { data } = useAnswer('GET /api/admin/context', {});
  const fields = (data ?? []).filter(({ stickiness }) => stickiness).map(({ name }) => name);
  const known = [...new Set(['default', 'userId', 'sessionId', ...fields, 'random', value])];
  return (
    <SelectField
      label="Stickiness"
      value={value}
      choices={known.map((name) => ({ value: name, title: stickinesses[name] ?? name }))}
      change={change}
    />
  );
}
