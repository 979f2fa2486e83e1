import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { type SegmentNames, type StrategyContent } from '../../base/sentence.ts';
import { Refusal } from '../../server/refusal.ts';
import { words } from '../../base/words.ts';
import { ConstraintFields } from './constraint-fields.tsx';
import { type Conflict, ConflictNote, conflictAfter } from './conflict.tsx';
import { SegmentFields } from './segment-fields.tsx';
import { ShareFields } from './share-fields.tsx';
import type { DraftChange } from './strategies.tsx';
import { calledBy, contentOf, isSame, sayChanges } from './strategy-draft.ts';
import { add, update } from './strategy-writes.ts';
import type { Strategy } from './use-feature.ts';
import { VariantFields } from './variant-fields.tsx';
import { type Place, write } from './write.ts';

/** A strategy as it was when its editing began, and the version of the feature then. */
export interface Base {
  readonly strategy: Strategy;
  readonly version: string;
}

interface StrategyEditorProps {
  readonly place: Place;
  /** Null for one that is not there yet. */
  readonly base: Base | null;
  readonly begun: StrategyContent;
  readonly number: number;
  readonly segmentName: SegmentNames;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
  readonly close: () => void;
}

/** A strategy open for editing: everything that it has, what will change, and one button that saves it. */
export function StrategyEditor({ place, base: first, begun, number, segmentName, drafts, close }: StrategyEditorProps) {
  const base = useSignal(first);
  const draft = useSignal(begun);
  const refused = useSignal<Refusal | null>(null);
  const conflict = useSignal<Conflict | null>(null);
  const isBusy = useSignal(false);
  const before = base.value && contentOf(base.value.strategy);
  const change = (part: Partial<StrategyContent>) => (draft.value = { ...draft.value, ...part });
  const isChanged = !before || !isSame(before, draft.value);
  useEffect(() => drafts(isChanged ? [draftChange(base.value, draft.value)] : null), [draft.value, base.value]);
  async function save(event?: Event) {
    event?.preventDefault();
    if (isBusy.value || !isChanged) return;
    isBusy.value = true;
    refused.value = null;
    try {
      await send(place, base.value, draft.value);
      close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 412 && base.value) {
        const found = await conflictAfter(place, base.value);
        if ('kind' in found) conflict.value = found;
        else {
          base.value = found;
          isBusy.value = false;
          await save();
          return;
        }
      } else refused.value = error;
    } finally {
      isBusy.value = false;
    }
  }
  const resolve = (theirs: Base | null, content: StrategyContent) => {
    base.value = theirs;
    draft.value = content;
    conflict.value = null;
  };
  return (
    <form
      class={`strat editing ${isChanged ? 'draft' : ''}`}
      aria-label={first ? words.strategy.editNamed(calledBy(begun)) : words.strategy.fresh}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(event);
        if (event.key === 'Escape') close();
      }}
    >
      <span class="no" aria-hidden="true">
        {number}
      </span>
      <div class="fields">
        <ShareFields draft={draft.value} before={before} change={change} />
        <Field label={words.strategy.title} value={draft.value.title ?? ''} change={(title) => change({ title })} />
        <SegmentFields project={place.project} chosen={draft.value.segments} change={(segments) => change({ segments })} />
        <ConstraintFields project={place.project} constraints={draft.value.constraints} change={(constraints) => change({ constraints })} />
        <fieldset>
          <legend>{words.strategy.variants}</legend>
          <VariantFields
            variants={draft.value.variants}
            change={(variants) =>
              change({
                variants: variants.map((variant) => ({
                  stickiness: draft.value.parameters['stickiness'] ?? 'default',
                  ...variant,
                  weightType: variant.weightType ?? 'variable',
                })),
              })
            }
          />
        </fieldset>
      </div>
      <div class="saving">
        {conflict.value && (
          <ConflictNote
            conflict={conflict.value}
            mine={draft.value}
            before={before ?? begun}
            segmentName={segmentName}
            resolve={resolve}
            close={close}
          />
        )}
        {refused.value && <Refused refusal={refused.value} />}
        <div class="savebar">
          <Pending changes={before ? sayChanges(before, draft.value, segmentName) : [words.strategy.fresh]} />
          <span class="end">
            <button type="button" class="b sm" onClick={close}>
              {words.cancel}
            </button>
            <button type="submit" class="b sm go" aria-busy={isBusy.value} disabled={!isChanged || conflict.value !== null}>
              {place.protected ? words.strategy.propose : words.strategy.save}
            </button>
          </span>
        </div>
      </div>
    </form>
  );
}

const send = (place: Place, base: Base | null, draft: StrategyContent): Promise<void> =>
  write(
    place,
    base
      ? update(place, base.strategy, draft, base.version)
      : add(place, [draft], words.strategy.added(calledBy(draft), place.environment)),
  );

const draftChange = (base: Base | null, draft: StrategyContent): DraftChange =>
  base ? { action: 'updateStrategy', payload: { id: base.strategy.id, ...draft } } : { action: 'addStrategy', payload: draft };

function Pending({ changes }: { readonly changes: readonly string[] }) {
  if (changes.length === 0) return <span class="dimmer">{words.strategy.nothingChanged}</span>;
  return (
    <span role="status">
      <b>{words.strategy.willChange}:</b> {changes.join('; ')}
    </span>
  );
}

function Refused({ refusal }: { readonly refusal: Refusal }) {
  return (
    <div class="note stop" role="alert">
      <div>
        <p>{refusal.message}</p>
        {refusal.details.map(({ message }) => message !== refusal.message && <small key={message}>{message}</small>)}
      </div>
    </div>
  );
}
