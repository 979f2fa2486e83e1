import { useSignal } from '@preact/signals';
import { type JsonValue, textOf } from '../../parts/form/json-text.ts';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import type { ReadFeature } from './state/use-feature.ts';

interface Draft {
  readonly description: string;
  readonly type: string;
  readonly codeDefault: JsonValue | null;
  /** The version of the feature when editing began. */
  readonly version: string;
  readonly base: Described;
}

interface Described {
  readonly description: string | null;
  readonly type: string;
  readonly codeDefault?: JsonValue | null;
}

const describeDescribed = (before: Described, after: Described): readonly string[] =>
  (['description', 'type', 'codeDefault'] as const)
    .filter((part) => shownPart(before, part) !== shownPart(after, part))
    .map((part) => `${part}: ${shownPart(after, part) || 'nothing'}`);

const shownPart = (described: Described, part: keyof Described): string =>
  part === 'codeDefault' ? textOf(described.codeDefault ?? null) : (described[part] ?? '');

/** State of the details form, including concurrent changes by others. */
export function useDescription({ detail, version }: ReadFeature) {
  const draft = useSignal<Draft | null>(null);
  const refused = useSignal<string | null>(null);
  const shown = draft.value ?? {
    description: detail.description ?? '',
    type: detail.type,
    codeDefault: detail.codeDefault ?? null,
    version,
    base: detail,
  };
  const edited = draft.value;
  const theirs = edited && edited.version !== '*' && edited.version !== version ? describeDescribed(edited.base, detail) : [];
  async function save() {
    const { description, type, codeDefault } = shown;
    // Changes to other properties are no conflict.
    const ifMatch = theirs.length === 0 && shown.version !== '*' ? version : shown.version;
    try {
      await ask('PUT /api/admin/projects/{projectId}/features/{featureName}', {
        path: { projectId: detail.project, featureName: detail.name },
        body: { description, type, codeDefault },
        ifMatch,
      });
      draft.value = null;
      refused.value = null;
      showToast('Feature saved.');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value =
        error.status === 412
          ? 'Someone changed this feature while you were editing. Save again to keep your version, or see the history.'
          : error.message;
      // Keeps the input; saving again overwrites the other change.
      if (error.status === 412) draft.value = { ...shown, version: '*' };
    }
    await askAgain();
  }
  return {
    shown,
    refused: refused.value,
    save,
    change: (part: Partial<Described>) => (draft.value = { ...shown, ...part } as Draft),
    conflict: edited &&
      theirs.length > 0 && {
        theirs,
        mine: describeDescribed(edited.base, edited),
        takeTheirs: () => (draft.value = null),
        keepMine: () => (draft.value = { ...edited, version, base: detail }),
      },
  };
}
