import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { Switch } from '../../parts/mark/switch.tsx';
import { AreaField } from '../../parts/form/entry-field.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { showToast } from '../../parts/layer/toast.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { UpdateFeature } from '../../server/operations.ts';
import { send } from '../../server/call.ts';
import { ConflictNote } from '../../parts/form/conflict-note.tsx';
import { markCall } from '../features/feature-calls.ts';
import { copyText } from './copy-text.ts';
import { Dependencies, Links, Tags } from './settings-lists.tsx';
import { useRefusal } from './state/use-environments.ts';
import { useDescription } from './use-description.ts';
import type { FeatureAnswer, ReadFeature } from './state/use-feature.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as listStyles from '../../parts/mark/list.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './feature.module.css';
import { useSignal } from '@preact/signals';
import { Field } from '../../parts/form/field.tsx';
import { type JsonValue, textOf, valueOf } from '../../parts/form/json-text.ts';

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
      <fieldset class={`${panelStyles.body} ${styles.stretched}`} disabled={mayNot !== undefined} title={mayNot}>
        {conflict && <ConflictNote text="Someone changed these details while you were editing. See the history." {...conflict} />}
        <Form title="Save details" refused={refused} submit={save}>
          <AreaField
            entry={{ kind: 'area', label: 'Description' }}
            value={shown.description}
            change={(description) => change({ description })}
          />
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
    <section class={panelStyles.panel}>
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
    </section>
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
