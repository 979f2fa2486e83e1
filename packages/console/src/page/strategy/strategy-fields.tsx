import { ConstraintFields } from '../../parts/strategy/constraint-fields.tsx';
import { Field } from '../../parts/form/field.tsx';
import type { StrategyContent } from '../../parts/strategy/sentence.ts';
import { SegmentFields } from './segment-fields.tsx';
import { ShareFields } from './share-fields.tsx';
import { VariantFields } from './variant-fields.tsx';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';

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
