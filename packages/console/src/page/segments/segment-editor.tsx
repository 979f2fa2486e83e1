import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pageTexts } from '../texts.ts';
import { segmentsTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { ConflictNote } from '../../parts/conflict-note.tsx';
import { ConstraintFields } from '../../parts/constraint-fields.tsx';
import { Field } from '../../parts/field.tsx';
import { RefusedNote } from '../../parts/refused-note.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Constraint } from '../../server/operations.ts';
import { messageFor, Refused } from '../../server/refusal.ts';
import { saySegmentChanges, type SegmentContent } from './segment-content.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as saveBarStyles from '../../parts/save-bar.module.css';
import * as strategyStyles from '../../parts/strategy.module.css';
import * as styles from './segments.module.css';

interface SegmentEditorProps {
  readonly begun: SegmentContent;
  /** What is there, as far as is known; null for one that is not there yet. */
  readonly before: SegmentContent | null;
  readonly submitTitle: string;
  /** Whether it stays in the project that it is in. */
  readonly isHomeFixed?: boolean;
  /** Told the conditions while they are edited. */
  readonly drafts: (constraints: readonly Constraint[] | null) => void;
  /** Throws the `Refused`. */
  readonly save: (content: SegmentContent) => Promise<void>;
  /** What somebody else may have saved meanwhile, and how the editing goes on from there. */
  readonly latest?: SegmentContent;
  readonly rebase?: () => void;
  readonly close: () => void;
}

/** A segment open for editing: everything that it has, what will change, and one button that saves it. */
export function SegmentEditor(props: SegmentEditorProps) {
  const { begun, before, submitTitle, isHomeFixed = false, drafts, save, latest, rebase, close } = props;
  const draft = useSignal(begun);
  const refused = useSignal<Refused | null>(null);
  const isBusy = useSignal(false);
  const content = draft.value;
  const change = (part: Partial<SegmentContent>) => (draft.value = { ...draft.value, ...part });
  const changes = before ? saySegmentChanges(before, content) : [];
  const isChanged = before === null || changes.length > 0;
  useEffect(() => drafts(content.constraints), [content.constraints]);
  const goOn = (from: SegmentContent) => {
    draft.value = from;
    refused.value = null;
    rebase?.();
  };
  async function send() {
    if (isBusy.value || !isChanged) return;
    isBusy.value = true;
    refused.value = null;
    try {
      await save(content);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error;
    } finally {
      isBusy.value = false;
    }
  }
  return (
    <form
      class={`${strategyStyles.strategy} ${strategyStyles.editing} ${before && isChanged ? strategyStyles.draft : ''}`}
      aria-label={before ? segmentsTexts.editNamed(before.name) : segmentsTexts.create}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        if (event.key === 'Escape') close();
      }}
    >
      <div class={`${strategyStyles.fields} ${styles.wide}`}>
        <Field
          label={segmentsTexts.name}
          value={content.name}
          refused={messageFor(refused.value, 'name')}
          change={(name) => change({ name })}
          isFirst
          isRequired
        />
        <HomeField home={content.project ?? null} isFixed={isHomeFixed} change={(project) => change({ project })} />
        <TextField label={segmentsTexts.description} value={content.description ?? ''} change={(description) => change({ description })} />
        <ConstraintFields
          project={content.project ?? null}
          constraints={content.constraints}
          change={(constraints) => change({ constraints })}
        />
      </div>
      <div class={saveBarStyles.saving}>
        {refused.value &&
          (refused.value.status === 412 && latest ? (
            <ConflictNote
              text={segmentsTexts.conflict}
              theirs={before ? saySegmentChanges(before, latest) : []}
              mine={changes}
              takeTheirs={() => goOn(latest)}
              keepMine={() => goOn(content)}
            />
          ) : (
            <RefusedNote refusal={refused.value} />
          ))}
        <div class={saveBarStyles.bar}>
          <span role="status">
            {before ? (
              changes.length > 0 ? (
                <>
                  <b>{pageTexts.strategy.willChange}:</b> {changes.join('; ')}
                </>
              ) : (
                <span class="dimmer">{pageTexts.strategy.nothingChanged}</span>
              )
            ) : (
              <span class="dimmer">{segmentsTexts.allOf}</span>
            )}
          </span>
          <span class={saveBarStyles.end}>
            <button type="button" class={buttonStyles.small} onClick={close}>
              {partsTexts.cancel}
            </button>
            <button type="submit" class={`${buttonStyles.small} ${buttonStyles.main}`} aria-busy={isBusy.value} disabled={!isChanged}>
              {submitTitle}
            </button>
          </span>
        </div>
      </div>
    </form>
  );
}

interface HomeFieldProps {
  readonly home: string | null;
  readonly isFixed: boolean;
  readonly change: (home: string | null) => void;
}

/** Where it can be used: everywhere, or in one project. */
function HomeField({ home, isFixed, change }: HomeFieldProps) {
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? (home === null ? [] : [{ id: home, name: home }]);
  if (isFixed) return null;
  return (
    <SelectField
      label={segmentsTexts.home}
      value={home ?? ''}
      choices={[{ value: '', title: segmentsTexts.everywhere }, ...projects.map(({ id, name }) => ({ value: id, title: name }))]}
      change={(value) => change(value || null)}
    />
  );
}
