import { useSignal } from '@preact/signals';
import { callOf, send } from '../../server/call.ts';
import type { FeatureVariant } from '../../server/ask.ts';
import { useUnsaved } from '../../parts/layer/unsaved.tsx';
import { catchRefusal } from '../../server/refusal.ts';
import { scheduleWrite } from './state/schedule-write.ts';
import { isSameStrategy } from '../strategy/strategy-draft.ts';
import { type ShownEnvironment, readFeature, type ReadFeature } from './state/use-feature.ts';
import { type Target, write, type Write } from './state/write.ts';

type Variants = readonly FeatureVariant[];

interface Draft {
  readonly variants: Variants;
  /** The variants when editing began, with the feature version of that time. */
  readonly base: Variants;
  readonly version: string;
}

/** State of the variants form of an environment, including concurrent changes by others. */
export function useVariants(read: ReadFeature, environment: ShownEnvironment) {
  const { project, name } = read.detail;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  const stored = environment.variants ?? [];
  const draft = useSignal<Draft | null>(null);
  const refused = useSignal<string | null>(null);
  /** True once the server has the draft, until the page shows it. */
  const isAccepted = useSignal(false);
  const edited = draft.value;
  const isStale = edited !== null && edited.version !== read.version && !isSameStrategy(edited.base, stored);
  async function save(): Promise<boolean> {
    if (!draft.value) return false;
    const order = replace(target, isStale ? draft.value : { ...draft.value, version: read.version });
    const refusal = await catchRefusal(() => write(target, order, () => (isAccepted.value = true)));
    if (!refusal) draft.value = null;
    refused.value = refusal?.status === 412 ? await rebase() : (refusal?.message ?? null);
    return refusal === null;
  }
  /** Takes the current version as the new base, so that saving again overwrites it deliberately. */
  async function rebase(): Promise<string> {
    const { detail, version } = await readFeature(project, name);
    const base = variantsIn(detail, target);
    if (draft.value) draft.value = { ...draft.value, base, version };
    return 'Someone changed this feature while you were editing. Save again to keep your version, or cancel to keep theirs.';
  }
  const isChanged = edited !== null && !isSameStrategy(edited.base, edited.variants);
  useUnsaved(isChanged && !isAccepted.value, { save, discard: () => (draft.value = null) });
  return {
    target,
    shown: edited?.variants ?? stored,
    isEdited: edited !== null,
    isChanged,
    refused: refused.value,
    save: (event: Event) => {
      event.preventDefault();
      void save();
    },
    later: () => edited && scheduleWrite(target, replace(target, edited), () => (draft.value = null)),
    change: (variants: Variants) => {
      isAccepted.value = false;
      const { base, version } = draft.value ?? { base: stored, version: read.version };
      draft.value = { variants, base, version };
    },
    reset: () => (draft.value = null),
    conflict: isStale && {
      theirs: describeVariantChanges(edited.base, stored),
      mine: describeVariantChanges(edited.base, edited.variants),
      takeTheirs: () => (draft.value = null),
      keepMine: () => (draft.value = { ...edited, base: stored, version: read.version }),
    },
  };
}

const variantsIn = ({ environments }: ReadFeature['detail'], { environment }: Target): Variants =>
  environments.find(({ name }) => name === environment)?.variants ?? [];

function replace(target: Target, { variants, base, version }: Draft): Write {
  return {
    change: [{ action: 'patchVariant', payload: { variants } }],
    calls: [put(target, variants, version)],
    done: `Saved the variants in ${target.environment}.`,
    undo: async () => {
      const { detail, version: seen } = await readFeature(target.project, target.feature);
      if (!isSameStrategy(namesAndPayloads(variantsIn(detail, target)), namesAndPayloads(variants))) return false;
      await send(put(target, base, seen));
      return true;
    },
  };
}

/** A variant with its weight and payload. */
export const describeVariant = ({ name, weight, payload }: FeatureVariant): string =>
  [`${name} ${weight / 10}%`, payload && `${payload.type} ${payload.value}`].filter(Boolean).join(', ');

/** The differences between two lists of variants, one per line. */
function describeVariantChanges(before: Variants, after: Variants): readonly string[] {
  const [was, is] = [before.map(describeVariant), after.map(describeVariant)];
  const removed = was.filter((one) => !is.includes(one)).map((one) => `removed: ${one}`);
  return [...removed, ...is.filter((one) => !was.includes(one)).map((one) => `added: ${one}`)];
}

/** The properties of variants that the server does not normalize. */
const namesAndPayloads = (variants: Variants) =>
  variants.map(({ name, payload }) => ({ name, payload: payload ?? null })).toSorted((one, two) => (one.name < two.name ? -1 : 1));

const put = ({ project, feature, environment }: Target, body: Variants, ifMatch: string) =>
  callOf('PUT /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants', {
    path: { projectId: project, featureName: feature, environment },
    body,
    ifMatch,
  });
