import { ConstraintFields } from '../../parts/strategy/constraint-fields.tsx';
import { Field } from '../../parts/form/field.tsx';
import type { StrategyContent } from '../../parts/strategy/sentence.ts';
import { ShareFields } from './share-fields.tsx';
import { VariantFields } from './variant-fields.tsx';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import { Select } from '../../parts/form/select.tsx';
import { Chip } from '../../parts/form/values-field.tsx';
import { useAnswer } from '../../server/answer.ts';
import * as valuesFieldStyles from '../../parts/form/values-field.module.css';

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
  const nameOf = (id: number) => data?.segments.find((segment) => segment.id === id)?.name ?? String(id);
  if (usable.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset>
      <legend>Segments</legend>
      <div class={valuesFieldStyles.chosen}>
        {chosen.map((id) => (
          <Chip key={id} value={nameOf(id)} remove={() => change(chosen.filter((one) => one !== id))} />
        ))}
        {left.length > 0 && (
          <Select
            label="Add a segment"
            value=""
            placeholder="Add a segment"
            choices={left.map(({ id, name }) => ({ value: String(id), title: name }))}
            change={(value) => value && change([...chosen, Number(value)])}
          />
        )}
      </div>
    </fieldset>
  );
}
