import { ConstraintFields } from '../../parts/strategy/constraint-fields.tsx';
import { type StrategyContent, shareOf } from '../../parts/strategy/sentence.ts';
import { VariantFields } from './variant-fields.tsx';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import { Select } from '../../parts/form/select.tsx';
import { Chip } from '../../parts/form/values-field.tsx';
import * as valuesFieldStyles from '../../parts/form/values-field.module.css';
import { useId } from 'preact/hooks';
import { Field } from '../../parts/form/field.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { useAnswer } from '../../server/ask.ts';
import { ShareBar } from '../../parts/strategy/sentence-line.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as styles from './strategy-fields.module.css';

interface StrategyFieldsProps {
  /** Project whose segments and fields are offered in addition to those of the instance; null for the instance only. */
  readonly project: string | null;
  readonly draft: StrategyContent;
  /** The saved content, if any. */
  readonly before: StrategyContent | null;
  readonly change: (part: Partial<StrategyContent>) => void;
}

/** The fields of a strategy. */
export function StrategyFields({ project, draft, before, change }: StrategyFieldsProps) {
  const stickiness = draft.parameters['stickiness'] ?? 'default';
  return (
    <div class={strategyStyles.fields}>
      <ShareFields draft={draft} before={before} change={change} />
      <Field label="Title" value={draft.title ?? ''} change={(title) => change({ title })} />
      <SegmentFields project={project} chosen={draft.segments} change={(segments) => change({ segments })} />
      <ConstraintFields project={project} constraints={draft.constraints} change={(constraints) => change({ constraints })} />
      <fieldset>
        <legend>Variants</legend>
        <VariantFields
          variants={draft.variants}
          change={(variants) => change({ variants: variants.map((variant) => ({ stickiness, weightType: 'variable', ...variant })) })}
        />
      </fieldset>
    </div>
  );
}

interface SegmentFieldsProps {
  /** Null offers the segments of the instance only. */
  readonly project: string | null;
  readonly chosen: readonly number[];
  readonly change: (chosen: readonly number[]) => void;
}

/** The segments that a user must be in, all of them. */
function SegmentFields({ project, chosen, change }: SegmentFieldsProps) {
  const { data } = useAnswer('GET /api/admin/segments', {});
  const usable = (data?.segments ?? []).filter((segment) => segment.project === null || segment.project === project);
  const left = usable.filter(({ id }) => !chosen.includes(id));
  const titles = new Map(data?.segments.map(({ id, name, serverOnly }) => [id, serverOnly ? `${name} (servers only)` : name]));
  const titleOf = (id: number) => titles.get(id) ?? String(id);
  if (usable.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset>
      <legend>Segments</legend>
      <div class={valuesFieldStyles.chosen}>
        {chosen.map((id) => (
          <Chip key={id} value={titleOf(id)} remove={() => change(chosen.filter((one) => one !== id))} />
        ))}
        {left.length > 0 && (
          <Select
            label="Add a segment"
            value=""
            placeholder="Add a segment"
            choices={left.map(({ id }) => ({ value: String(id), title: titleOf(id) }))}
            change={(value) => value && change([...chosen, Number(value)])}
          />
        )}
      </div>
    </fieldset>
  );
}

interface ShareFieldsProps {
  readonly draft: StrategyContent;
  readonly before: StrategyContent | null;
  readonly change: (part: Partial<StrategyContent>) => void;
}

/** Rollout percentage and stickiness; other strategy types show their parameters as text. */
function ShareFields({ draft, before, change }: ShareFieldsProps) {
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
