import { useSignal } from '@preact/signals';
import { Icon } from '../../parts/icon.tsx';
import { Empty } from '../../parts/panel.tsx';
import type { FeatureVariant } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { callOf, send } from '../../server/call.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { ConflictNote } from '../../parts/conflict-note.tsx';
import { useChosen } from './environment-cards.tsx';
import { EnvironmentPlates } from './environment-plates.tsx';
import { isSameStrategy } from './strategy-draft.ts';
import { type ShownEnvironment, useEnvironments, useRefusal } from './use-environments.ts';
import { readFeature, type ReadFeature } from './use-feature.ts';
import { VariantFields } from './variant-fields.tsx';
import { spread } from './weights.ts';
import { type Target, write, type Write } from './write.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as noteStyles from '../../parts/note.module.css';
import * as panelStyles from '../../parts/panel.module.css';
import * as saveBarStyles from '../../parts/save-bar.module.css';

type Variants = readonly FeatureVariant[];

/** The values that a feature itself has in each environment. */
export function Variants(read: ReadFeature) {
  const environments = useEnvironments(read.detail);
  const chosen = useChosen(environments);
  if (!chosen) return null;
  return (
    <>
      <EnvironmentPlates environments={environments} chosen={chosen} />
      <VariantsPanel key={chosen.name} read={read} environment={chosen} />
    </>
  );
}

interface Draft {
  readonly variants: Variants;
  /** What it began as, and the version of the feature then. */
  readonly base: Variants;
  readonly version: string;
}

function VariantsPanel({ read, environment }: { readonly read: ReadFeature; readonly environment: ShownEnvironment }) {
  const { project, name } = read.detail;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  const stored = environment.variants ?? [];
  const draft = useSignal<Draft | null>(null);
  const refused = useSignal<string | null>(null);
  const mayNot = useRefusal(project)('UPDATE_FEATURE_ENVIRONMENT_VARIANTS', environment);
  const shown = draft.value?.variants ?? stored;
  const change = (variants: Variants) => {
    const { base, version } = draft.value ?? { base: stored, version: read.version };
    draft.value = { variants, base, version };
  };
  const edited = draft.value;
  const isStale = edited !== null && edited.version !== read.version && !isSameStrategy(edited.base, stored);
  async function save(event: Event) {
    event.preventDefault();
    if (!draft.value) return;
    try {
      await write(target, replace(target, isStale ? draft.value : { ...draft.value, version: read.version }));
      draft.value = null;
      refused.value = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error.status === 412 ? await rebase() : error.message;
    }
  }
  /** Goes on from what is there now, so that saving again is a choice. */
  async function rebase(): Promise<string> {
    const { detail, version } = await readFeature(project, name);
    const base = variantsIn(detail, target);
    if (draft.value) draft.value = { ...draft.value, base, version };
    return featureTexts.variant.conflict;
  }
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{featureTexts.variant.heading(environment.name)}</h2>
      </header>
      {shown.length === 0 && !draft.value ? (
        <Empty title={featureTexts.variant.none}>
          <p>{featureTexts.variant.noneAbout}</p>
          <button
            type="button"
            class={buttonStyles.button}
            aria-disabled={mayNot !== undefined}
            title={mayNot}
            onClick={() => mayNot === undefined && change(spread([firstVariant]))}
          >
            <Icon name="plus" />
            {featureTexts.variant.addFirst}
          </button>
        </Empty>
      ) : (
        <form class={panelStyles.body} onSubmit={(event) => void save(event)}>
          <fieldset disabled={mayNot !== undefined} title={mayNot}>
            <legend>{featureTexts.variant.about}</legend>
            <VariantFields variants={shown} change={change} />
          </fieldset>
          {isStale && (
            <ConflictNote
              text={featureTexts.variant.conflictNow}
              theirs={sayVariantChanges(edited.base, stored)}
              mine={sayVariantChanges(edited.base, edited.variants)}
              takeTheirs={() => (draft.value = null)}
              keepMine={() => (draft.value = { ...edited, base: stored, version: read.version })}
            />
          )}
          {refused.value && (
            <p class={noteStyles.stop} role="alert">
              {refused.value}
            </p>
          )}
          {draft.value && !isSameStrategy(draft.value.base, draft.value.variants) && (
            <SaveVariants target={target} reset={() => (draft.value = null)} />
          )}
        </form>
      )}
    </section>
  );
}

const firstVariant: FeatureVariant = { name: 'variant-1', weight: 0, weightType: 'variable', stickiness: 'default' };

function SaveVariants({ target, reset }: { readonly target: Target; readonly reset: () => void }) {
  return (
    <div class={`${saveBarStyles.saving} ${saveBarStyles.draft}`}>
      <div class={saveBarStyles.bar}>
        <span role="status">{target.protected && featureTexts.protected}</span>
        <span class={saveBarStyles.end}>
          <button type="button" class={buttonStyles.small} onClick={reset}>
            {partsTexts.cancel}
          </button>
          <button type="submit" class={`${buttonStyles.small} ${buttonStyles.main}`}>
            {target.protected ? pageTexts.strategy.propose : featureTexts.variant.save}
          </button>
        </span>
      </div>
    </div>
  );
}

const variantsIn = ({ environments }: ReadFeature['detail'], { environment }: Target): Variants =>
  environments.find(({ name }) => name === environment)?.variants ?? [];

function replace(target: Target, { variants, base, version }: Draft): Write {
  return {
    change: [{ action: 'patchVariant', payload: { variants } }],
    calls: [put(target, variants, version)],
    done: featureTexts.variant.saved(target.environment),
    undo: async () => {
      const { detail, version: seen } = await readFeature(target.project, target.feature);
      if (!isSameStrategy(namesAndPayloads(variantsIn(detail, target)), namesAndPayloads(variants))) return false;
      await send(put(target, base, seen));
      return true;
    },
  };
}

const sayVariant = ({ name, weight, payload }: FeatureVariant): string =>
  [`${name} ${weight / 10} %`, payload && `${payload.type} ${payload.value}`].filter(Boolean).join(', ');

/** What is not the same any more, a variant in a line. */
function sayVariantChanges(before: Variants, after: Variants): readonly string[] {
  const [was, is] = [before.map(sayVariant), after.map(sayVariant)];
  const removed = was.filter((one) => !is.includes(one)).map((one) => `removed: ${one}`);
  return [...removed, ...is.filter((one) => !was.includes(one)).map((one) => `added: ${one}`)];
}

/** What stays of variants when the server orders them and fills in what was left out. */
const namesAndPayloads = (variants: Variants) =>
  variants.map(({ name, payload }) => ({ name, payload: payload ?? null })).toSorted((one, two) => (one.name < two.name ? -1 : 1));

const put = ({ project, feature, environment }: Target, body: Variants, ifMatch: string) =>
  callOf('PUT /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants', {
    path: { projectId: project, featureName: feature, environment },
    body,
    ifMatch,
  });
