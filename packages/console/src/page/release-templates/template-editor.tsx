import { PlainPanel } from '../../parts/panel/panel.tsx';
import { ConflictNote } from '../../parts/form/conflict-note.tsx';
import { Field } from '../../parts/form/field.tsx';
import { RefusedNote } from '../../parts/panel/refused-note.tsx';
import { messageFor } from '../../server/refusal.ts';
import { MilestoneEditor } from './milestone-editor.tsx';
import { conditionOf } from './condition/gate.ts';
import { freshMilestone, moved, type TemplateContent } from './template-content.ts';
import { ReleaseSummary } from './release-summary.tsx';
import { useTemplateDraft } from './use-template-draft.ts';
import type { Home } from '../../server/session.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { Changes, editorKeys, SaveBar } from '../../parts/form/save-bar.tsx';
import * as styles from './release-templates.module.css';
import { SafeguardLine, SafeguardList } from './safeguard/safeguard-list.tsx';
import { useWatchable } from './safeguard/use-watchable.ts';

interface TemplateEditorProps {
  readonly home: Home;
  /** The saved content, which others may change; null for a new template. */
  readonly latest: TemplateContent | null;
  readonly submitTitle: string;
  /** Reason why the user cannot save, if any. */
  readonly refused: string | undefined;
  /** Returns the saved content. Throws `Refused`. */
  readonly save: (content: TemplateContent) => Promise<TemplateContent>;
  readonly close: () => void;
}

/** The form of a template with its milestones, a preview of the changes and one save button. */
export function TemplateEditor({ home, latest, submitTitle, refused: mayNot, save, close }: TemplateEditorProps) {
  const editing = useTemplateDraft({ latest, save });
  const { content, change, refused, send } = editing;
  return (
    <div class={columnsStyles.columns}>
      <form {...editorKeys(() => mayNot === undefined && send())}>
        <PlainPanel label="Template">
          <fieldset class={styles.fields} disabled={mayNot !== undefined}>
            <div class={styles.about}>
              <Field
                label="Name"
                value={content.name}
                refused={messageFor(refused, 'name')}
                change={(name) => change({ name })}
                isFirst={latest === null}
                isRequired
              />
              <Field label="Description" value={content.description} change={(description) => change({ description })} />
            </div>
            <Milestones home={home} content={content} refused={refused} change={change} />
            <TemplateSafeguards safeguards={content.safeguards} mayNot={mayNot} change={(safeguards) => change({ safeguards })} />
          </fieldset>
          <SaveTemplate editing={editing} submitTitle={submitTitle} mayNot={mayNot} close={close} />
        </PlainPanel>
      </form>
      <aside>
        <ReleaseSummary
          milestones={content.milestones.map(({ key, name, strategies, gates }) => ({
            id: key,
            name,
            strategies: strategies.map((strategy) => strategy.content),
            transitionCondition: conditionOf(gates),
          }))}
        />
      </aside>
    </div>
  );
}

interface MilestonesProps {
  readonly home: Home;
  readonly content: TemplateContent;
  readonly refused: unknown;
  readonly change: (part: Partial<TemplateContent>) => void;
}

let made = 0;

/** The milestones in order. */
function Milestones({ home, content: { milestones }, refused, change }: MilestonesProps) {
  return (
    <>
      <ol>
        {milestones.map((milestone, index) => (
          <MilestoneEditor
            key={milestone.key}
            home={home}
            milestone={milestone}
            index={index}
            count={milestones.length}
            refused={messageFor(refused, `milestones/${index}/name`)}
            change={(part) => change({ milestones: milestones.with(index, { ...milestone, ...part }) })}
            move={(by) => change({ milestones: moved(milestones, index, index + by) })}
            remove={() => change({ milestones: milestones.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <p class={panelStyles.body}>
        <Button
          look="button"
          press={() => change({ milestones: [...milestones, freshMilestone(milestones, `made ${(made += 1)}`)] })}
          icon="plus"
          text="Add milestone"
        />
      </p>
    </>
  );
}

interface SaveTemplateProps {
  readonly editing: ReturnType<typeof useTemplateDraft>;
  readonly submitTitle: string;
  readonly mayNot: string | undefined;
  readonly close: () => void;
}

function SaveTemplate({ editing, submitTitle, mayNot, close }: SaveTemplateProps) {
  const { isNew, isChanged, isBusy, refused, changes, conflict, reset } = editing;
  return (
    <SaveBar
      isDraft={!isNew && isChanged}
      notes={
        <>
          {conflict && <ConflictNote text="Someone changed this template while you were editing." {...conflict} />}
          {refused && <RefusedNote refusal={refused} />}
        </>
      }
      state={!isNew && <Changes changes={changes} />}
    >
      <Button press={isNew || !isChanged ? close : reset} text="Cancel" />
      <Button
        type="submit"
        look="main"
        size="small"
        aria-busy={isBusy}
        refused={mayNot}
        disabled={mayNot === undefined && (!isChanged || Boolean(conflict))}
        text={submitTitle}
      />
    </SaveBar>
  );
}

type Safeguards = TemplateContent['safeguards'];

interface TemplateSafeguardsProps {
  readonly safeguards: Safeguards;
  /** Reason why the user cannot write the template, if any. */
  readonly mayNot: string | undefined;
  readonly change: (safeguards: Safeguards) => void;
}

/** The safeguards that each plan of the template begins with. */
function TemplateSafeguards({ safeguards, mayNot, change }: TemplateSafeguardsProps) {
  const known = useWatchable();
  const refused = mayNot ?? (known ? undefined : 'The metrics are loading.');
  async function open(index: number) {
    if (!known) return;
    const { openTemplateSafeguard } = await import('./safeguard/safeguard-form.tsx');
    const safeguard = safeguards[index] ?? null;
    openTemplateSafeguard({ known, safeguard, save: (saved) => change(safeguards.toSpliced(index, 1, saved)) });
  }
  return (
    <SafeguardList heading="h2" refused={refused} add={() => void open(safeguards.length)}>
      {safeguards.map((safeguard, index) => (
        <li key={index}>
          <SafeguardLine
            safeguard={safeguard}
            refused={refused}
            edit={() => void open(index)}
            remove={() => change(safeguards.toSpliced(index, 1))}
          />
        </li>
      ))}
    </SafeguardList>
  );
}
