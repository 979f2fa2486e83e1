import { ConflictNote } from '../../parts/form/conflict-note.tsx';
import { ConstraintFields } from '../../parts/strategy/constraint-fields.tsx';
import { Field } from '../../parts/form/field.tsx';
import { proposeTitle, type Where } from '../proposal/target.ts';
import { TargetSelect } from '../proposal/target-select.tsx';
import { RefusedNote } from '../../parts/panel/refused-note.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { AreaField } from '../../parts/form/entry-field.tsx';
import { useAnswer, type Constraint, type SegmentWithLists } from '../../server/ask.ts';
import { messageFor } from '../../server/refusal.ts';
import { Button } from '../../parts/mark/button.tsx';
import { Changes, editorKeys, SaveBar } from '../../parts/form/save-bar.tsx';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import * as styles from './segments.module.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useUnsaved } from '../../parts/layer/unsaved.tsx';
import { useSending } from '../../server/use-sending.ts';
import { ListFields } from './list-fields.tsx';
import { describeSegmentChanges, type SegmentContent } from './segment-content.ts';

/** The form of a segment with a preview of its changes and one save button. */
export function SegmentEditor(props: SegmentEditorProps) {
  const { before, submitTitle, proposesTo = null, close } = props;
  const { content, change, changes, isChanged, isBusy, refused, send, conflict } = useSegmentDraft(props);
  const saveTitle = proposesTo ? proposeTitle(proposesTo) : submitTitle;
  return (
    <form
      class={`${strategyStyles.strategy} ${strategyStyles.editing} ${before && isChanged ? strategyStyles.draft : ''}`}
      aria-label={before ? `Edit ${before.name}` : 'New segment'}
      {...editorKeys(send, close)}
    >
      <div class={`${strategyStyles.fields} ${styles.wide}`}>
        <Field
          label="Name"
          value={content.name}
          refused={messageFor(refused, 'name')}
          change={(name) => change({ name })}
          isFirst
          isRequired
        />
        <HomeField home={content.project ?? null} isFixed={proposesTo !== null} change={(project) => change({ project })} />
        <AreaField entry={{ label: 'Description' }} value={content.description ?? ''} change={(description) => change({ description })} />
        <ConstraintFields
          project={content.project ?? null}
          constraints={content.constraints}
          change={(constraints) => change({ constraints })}
          listFields={(constraint, changeOne) => <ListFields segment={props.stored ?? {}} constraint={constraint} change={changeOne} />}
        />
      </div>
      <SaveBar
        isDraft={before !== null && isChanged}
        notes={
          conflict ? (
            <ConflictNote text="Someone changed this segment while you were editing." {...conflict} />
          ) : (
            refused && <RefusedNote refusal={refused} />
          )
        }
        state={before ? <Changes changes={changes} /> : <span class="dimmer">users must match all of these</span>}
      >
        <Button press={close} text="Cancel" />
        {proposesTo && <TargetSelect of={proposesTo} />}
        <Button type="submit" look="main" size="small" aria-busy={isBusy} disabled={!isChanged} text={saveTitle} />
      </SaveBar>
    </form>
  );
}

interface HomeFieldProps {
  readonly home: string | null;
  readonly isFixed: boolean;
  readonly change: (home: string | null) => void;
}

/** Scope of the segment: everywhere, or one project. */
function HomeField({ home, isFixed, change }: HomeFieldProps) {
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? (home === null ? [] : [{ id: home, name: home }]);
  if (isFixed) return null;
  return (
    <SelectField
      label="Available in"
      value={home ?? ''}
      choices={[{ value: '', title: 'all projects' }, ...projects.map(({ id, name }) => ({ value: id, title: name }))]}
      change={(value) => change(value || null)}
    />
  );
}

interface SegmentEditorProps {
  readonly begun: SegmentContent;
  /** Absent for a new segment. */
  readonly stored?: SegmentWithLists;
  /** The saved content, if known; null for a new segment. */
  readonly before: SegmentContent | null;
  readonly submitTitle: string;
  /** The environment whose change request the changes go to; the project then cannot be changed. Absent: they are saved directly. */
  readonly proposesTo?: Where | null;
  /** Receives the conditions during editing. */
  readonly drafts: (constraints: readonly Constraint[] | null) => void;
  /** Calls `accepted` once the server has the content, before the page shows it. Throws `Refused`. */
  readonly save: (content: SegmentContent, accepted: () => void) => Promise<void>;
  /** Content saved by someone else during editing, and a function to continue from it. */
  readonly latest?: SegmentContent;
  readonly rebase?: () => void;
  readonly close: () => void;
}

/** State of the segment form: changes, errors and conflict. */
function useSegmentDraft({ begun, before, drafts, save, latest, rebase, close }: SegmentEditorProps) {
  const draft = useSignal(begun);
  const { isBusy, refused, send: sendOnce } = useSending();
  /** True once the server has the draft, until the form closes. */
  const isAccepted = useSignal(false);
  const content = draft.value;
  const changes = before ? describeSegmentChanges(before, content) : [];
  const isChanged = before === null || changes.length > 0;
  useEffect(() => drafts(content.constraints), [content.constraints]);
  const goOn = (from: SegmentContent) => {
    draft.value = from;
    refused.value = null;
    rebase?.();
  };
  const send = async (): Promise<boolean> => isChanged && sendOnce(() => save(content, () => (isAccepted.value = true)));
  useUnsaved(!isAccepted.value && (before ? changes.length > 0 : content !== begun), { save: send, discard: close });
  return {
    content,
    change: (part: Partial<SegmentContent>) => (draft.value = { ...draft.value, ...part }),
    changes,
    isChanged,
    isBusy: isBusy.value,
    refused: refused.value,
    send: () => void send(),
    conflict: refused.value?.status === 412 &&
      latest && {
        theirs: before ? describeSegmentChanges(before, latest) : [],
        mine: changes,
        takeTheirs: () => goOn(latest),
        keepMine: () => goOn(content),
      },
  };
}
