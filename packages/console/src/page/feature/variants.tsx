import { Empty, Panel } from '../../parts/panel/panel.tsx';
import type { FeatureVariant } from '../../server/ask.ts';
import { ConflictNote } from '../../parts/form/conflict-note.tsx';
import { describeTarget, proposeTitle } from '../proposal/target.ts';
import { TargetSelect } from '../proposal/target-select.tsx';
import { SaveMenu } from './strategy/save-menu.tsx';
import { EnvironmentTabs } from './environment-tabs.tsx';
import { type ShownEnvironment, useChosen, useEnvironments, useRefusal, type ReadFeature } from './state/use-feature.ts';
import { useVariants } from './use-variants.ts';
import { VariantFields } from '../strategy/variant-fields.tsx';
import { spread } from '../strategy/weights.ts';
import type { Target } from './state/write.ts';
import { Button } from '../../parts/mark/button.tsx';
import { Alert } from '../../parts/mark/note.tsx';
import { SaveBar } from '../../parts/form/save-bar.tsx';

export function Variants(read: ReadFeature) {
  const environments = useEnvironments(read.detail);
  const chosen = useChosen(environments);
  if (!chosen) return null;
  return (
    <>
      <EnvironmentTabs environments={environments} chosen={chosen.name} />
      <VariantsPanel key={chosen.name} read={read} environment={chosen} />
    </>
  );
}

function VariantsPanel({ read, environment }: { readonly read: ReadFeature; readonly environment: ShownEnvironment }) {
  const { target, shown, isEdited, isChanged, refused, save, later, change, reset, conflict } = useVariants(read, environment);
  const mayNot = useRefusal(target.project)('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', environment);
  return (
    <Panel title={`Variants in ${environment.name}`}>
      {shown.length === 0 && !isEdited ? (
        <Empty title="No variants yet">
          <p>Variants give different users different values of the feature.</p>
          <Button look="button" refused={mayNot} press={() => change(spread([firstVariant]))} icon="plus" text="Add a variant" />
        </Empty>
      ) : (
        <form onSubmit={save}>
          <fieldset disabled={mayNot !== undefined} title={mayNot}>
            <legend>Used when the matching strategy has no variants of its own.</legend>
            <VariantFields variants={shown} change={change} />
          </fieldset>
          {conflict && <ConflictNote text="Someone changed these variants while you were editing. See the history." {...conflict} />}
          <Alert text={refused} />
          {isChanged && <SaveVariants target={target} later={later} reset={reset} />}
        </form>
      )}
    </Panel>
  );
}

const firstVariant: FeatureVariant = { name: 'variant-1', weight: 0, weightType: 'variable', stickiness: 'default' };

function SaveVariants({ target, later, reset }: { readonly target: Target; readonly later: () => void; readonly reset: () => void }) {
  return (
    <SaveBar state={target.protected && describeTarget(target)}>
      <Button press={reset} text="Cancel" />
      {target.protected && <TargetSelect of={target} />}
      <Button type="submit" look="main" size="small" text={target.protected ? proposeTitle(target) : 'Save variants'} />
      <SaveMenu target={target} isReady later={later} />
    </SaveBar>
  );
}
