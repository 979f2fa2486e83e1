import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { Switch } from '../../parts/mark/switch.tsx';
import { AreaField } from '../../parts/form/entry-field.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { useAnswer, type UpdateFeature, askAgain, ask } from '../../server/ask.ts';
import { send } from '../../server/call.ts';
import { ConflictNote } from '../../parts/form/conflict-note.tsx';
import { markCall } from '../features/feature-calls.ts';
import { copyText } from './copy-text.ts';
import { Dependencies, Links, Tags } from './settings-lists.tsx';
import { useRefusal, type FeatureAnswer, type ReadFeature } from './state/use-feature.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as listStyles from '../../parts/mark/list.module.css';
import { Panel, PlainPanel } from '../../parts/panel/panel.tsx';
import * as styles from './feature.module.css';
import { Field } from '../../parts/form/field.tsx';
import { type JsonValue, textOf, valueOf } from '../../parts/form/json-text.ts';
import { useSignal } from '@preact/signals';
import { showToast } from '../../parts/layer/toast.tsx';
import { catchRefusal } from '../../server/refusal.ts';

/** Details, tags, dependencies and links of the feature. */
export function FeatureSettings(read: ReadFeature) {
  return (
    <div class={columnsStyles.columns}>
      <div>
        <Description {...read} />
        <Marks feature={read.detail} />
      </div>
      <aside>
        <Tags feature={read.detail} />
        <Dependencies feature={read.detail} />
        <Links feature={read.detail} />
      </aside>
    </div>
  );
}

function Description(read: ReadFeature) {
  const { detail } = read;
  const mayNot = useRefusal(detail.project)('UPDATE_FEATURE');
  const types = useAnswer('GET /api/admin/feature-types', {});
  const { shown, refused, save, change, conflict } = useDescription(read);
  return (
    <Panel title="Details" end={<Button press={() => copyText(detail.name, 'Name copied.')} text="Copy name" />}>
      <fieldset class={styles.stretched} disabled={mayNot !== undefined} title={mayNot}>
        {conflict && <ConflictNote text="Someone changed these details while you were editing. See the history." {...conflict} />}
        <Form title="Save details" refused={refused} submit={save}>
          <AreaField entry={{ label: 'Description' }} value={shown.description} change={(description) => change({ description })} />
          <SelectField
            label="Type"
            value={shown.type}
            choices={(types.data?.types ?? [{ id: detail.type, name: detail.type }]).map(({ id, name }) => ({ value: id, title: name }))}
            change={(type) => change({ type })}
          />
          <JsonField
            label="Code default"
            hint="The value your code uses when no evaluation is available: true, 12, text or a JSON object."
            value={shown.codeDefault}
            change={(codeDefault) => change({ codeDefault })}
          />
        </Form>
      </fieldset>
    </Panel>
  );
}

/** Single-value properties, saved immediately with undo. */
function Marks({ feature }: { readonly feature: FeatureAnswer }) {
  const mayNot = useRefusal(feature.project)('UPDATE_FEATURE');
  const { impressionData, stale } = feature;
  return (
    <PlainPanel>
      <ul class={`${listStyles.plain} ${styles.marksList}`}>
        <li>
          <span>
            <b>Stale</b>
            <small>The feature is no longer needed and can be removed from the code.</small>
          </span>
          <Switch label="Stale" isOn={stale} refused={mayNot} press={() => void set(feature, { stale: !stale }, { stale })} />
        </li>
        <li>
          <span>
            <b>Impression data</b>
            <small>SDKs emit an event in the application for each evaluation.</small>
          </span>
          <Switch
            label="Impression data"
            isOn={impressionData}
            refused={mayNot}
            press={() => void set(feature, { impressionData: !impressionData }, { impressionData })}
          />
        </li>
      </ul>
    </PlainPanel>
  );
}

const set = (feature: FeatureAnswer, body: UpdateFeature, before: UpdateFeature): Promise<void> =>
  attempt(async () => {
    await send(markCall(feature, body));
    showToast('Feature saved.', () => void set(feature, before, body));
  });

interface JsonFieldProps {
  readonly label: string;
  readonly value: JsonValue | null;
  readonly change: (value: JsonValue | null) => void;
  readonly hint?: string;
}

/** A single-line field for a JSON value. It keeps the typed text while the value is the same. */
function JsonField({ label, value, change, hint }: JsonFieldProps) {
  const typed = useSignal('');
  const isTyped = textOf(valueOf(typed.value)) === textOf(value);
  return (
    <Field
      label={label}
      value={isTyped ? typed.value : textOf(value)}
      change={(text) => {
        typed.value = text;
        change(valueOf(text));
      }}
      {...(hint !== undefined && { hint })}
    />
  );
}

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

const changedSince = 'Someone changed this feature while you were editing. Save again to keep your version, or see the history.';

/** State of the details form, including concurrent changes by others. */
function useDescription({ detail, version }: ReadFeature) {
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
    const path = { projectId: detail.project, featureName: detail.name };
    const body = { description, type, codeDefault };
    const refusal = await catchRefusal(() => ask('PUT /api/admin/projects/{projectId}/features/{featureName}', { path, body, ifMatch }));
    refused.value = refusal?.status === 412 ? changedSince : (refusal?.message ?? null);
    // Keeps the input; saving again overwrites the other change.
    if (refusal?.status === 412) draft.value = { ...shown, version: '*' };
    else if (!refusal) {
      draft.value = null;
      showToast('Feature saved.');
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
