import { useSignal } from '@preact/signals';
import { changeRequestHref, featureHref } from '../../frame/address.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { Refused } from '../../server/refusal.ts';
import { ask, type ChangeItem, type ChangeRequest, type Constraint } from '../../server/ask.ts';
import { changesOf, type DescribableChange, type NamedChange } from './content.ts';
import { describeChange } from '../feature/change/change-differences.ts';
import { listOf, objectIn } from '../feature/change/difference.ts';
import { DifferenceLines } from '../feature/change/difference-lines.tsx';
import { useChangeNames } from '../feature/change/use-change-names.ts';
import { counted } from '../../base/format.ts';
import { ListPreview, ServerOnly } from '../../parts/strategy/list-preview.tsx';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as styles from './change-requests.module.css';

/** The changes of the request, as sentences or as JSON. */
export function WhatChanges({ request, mayEdit }: { readonly request: ChangeRequest; readonly mayEdit: boolean }) {
  const isJson = useSignal(false);
  const groups = Map.groupBy(changesOf(request), ({ of }) => of);
  const featureNames = new Set(request.features.map(({ name }) => name));
  const view = (title: string, json: boolean) => (
    <Button
      look={isJson.value === json ? 'small' : 'quiet'}
      size="small"
      aria-pressed={isJson.value === json}
      press={() => (isJson.value = json)}
      text={title}
    />
  );
  return (
    <Panel
      title={request.review ? 'Changes made' : 'Changes'}
      end={
        <>
          {view('Summary', false)}
          {view('JSON', true)}
        </>
      }
    >
      {groups.size === 0 && <p class="dim">No changes yet. Changes you make in this environment are added here.</p>}
      {[...groups].map(([name, changes]) => (
        <div key={name} class={styles.diff}>
          <div class={styles.heading}>
            <code>
              <b>{name}</b>
            </code>
            <span class="dimmer">{counted(changes.length, 'change')}</span>
            {featureNames.has(name) && (
              <ButtonLink look="link" className={styles.end} href={featureHref(request.project, name, request.environment)} text="Open" />
            )}
          </div>
          {request.features
            .filter((feature) => feature.name === name && feature.conflict)
            .map(({ conflict }) => (
              <p key={conflict} class={`${noteStyles.stop} ${styles.note}`}>
                {conflict}.
              </p>
            ))}
          {changes.map((change) => (
            <Change key={change.id} request={request} change={change} mayEdit={mayEdit} isJson={isJson.value} />
          ))}
        </div>
      ))}
    </Panel>
  );
}

interface ChangeProps {
  readonly request: ChangeRequest;
  readonly change: NamedChange;
  readonly mayEdit: boolean;
  readonly isJson: boolean;
}

function Change({ request, change, mayEdit, isJson }: ChangeProps) {
  const { about } = describeChange(change, request.environment, useChangeNames(request, change));
  return (
    <div class={styles.change}>
      {isJson ? <AsJson change={change} /> : <Lines change={change} request={request} />}
      <Lists of={change} environment={request.environment} />
      {change.conflict && <p class={`${noteStyles.stop} ${styles.note}`}>{change.conflict}.</p>}
      {(change.differences ?? []).map(({ property, seen, now }) => (
        <p key={property} class={`${noteStyles.caution} ${styles.note}`}>
          Someone changed {property} after this was proposed: it was {shortJson(seen)}, now it is {shortJson(now)}.
        </p>
      ))}
      {(change.scheduleConflicts?.changeRequests ?? []).map(({ id, title }) => (
        <p key={id} class={`${noteStyles.caution} ${styles.note}`}>
          Overlaps with <ButtonLink look="link" href={changeRequestHref(request.project, id)} text={title} />
        </p>
      ))}
      {mayEdit && (
        <p class={styles.acts}>
          <ActionButton of={`${change.of}, ${about}`} action={{ title: 'Edit', act: () => edit(request, change) }} />
          <ActionButton of={`${change.of}, ${about}`} action={{ title: 'Remove', act: () => remove(request, change) }} />
        </p>
      )}
    </div>
  );
}

/** The effect of lists in a proposed segment, and of segments that only servers evaluate in a proposed strategy. */
function Lists({ of: { action, of: feature, payload }, environment }: { readonly of: NamedChange; readonly environment: string }) {
  const { id, constraints, segments } = objectIn(payload);
  if (action !== 'updateSegment') return <ServerOnly segments={listOf(segments)} feature={feature} environment={environment} />;
  const listed = (listOf(constraints) as readonly Constraint[]).filter(({ operator }) => operator === 'IN_LIST');
  return listed.map(({ contextName, value = '' }) => (
    <ListPreview key={contextName} segment={Number(id)} contextName={contextName} hash={value} />
  ));
}

const maxShown = 60;
const shortJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
};

interface LinesProps {
  readonly change: DescribableChange;
  readonly request: Pick<ChangeRequest, 'project' | 'environment'>;
}

/** A change as lines: property, current value, proposed value. */
export function Lines({ change, request }: LinesProps) {
  return <DifferenceLines of={describeChange(change, request.environment, useChangeNames(request, change))} />;
}

const AsJson = ({ change: { action, before, payload } }: { readonly change: NamedChange }) => (
  <div class={styles.json}>
    <pre tabIndex={0} aria-label="Current">
      {JSON.stringify(before ?? null, null, 2)}
    </pre>
    <pre tabIndex={0} aria-label="Proposed">
      {JSON.stringify({ action, payload }, null, 2)}
    </pre>
  </div>
);

const changePath = ({ project, id }: ChangeRequest, change: ChangeItem) => ({ projectId: project, crId: id, changeId: change.id });

const removeAbout = (state: string) =>
  state === 'Draft' ? 'The change is removed from the draft.' : 'The change is removed, and existing approvals no longer count.';

const remove = (request: ChangeRequest, change: NamedChange): void =>
  confirm({
    title: `Remove this change to ${change.of}?`,
    about: removeAbout(request.state),
    submitTitle: 'Remove change',
    act: () =>
      ask('DELETE /api/admin/projects/{projectId}/change-requests/{crId}/changes/{changeId}', { path: changePath(request, change) }),
    done: 'Change removed.',
  });

/** Edits the payload as JSON, which works for every type of change. */
function edit(request: ChangeRequest, change: NamedChange): void {
  const isOfFeature = request.features.some(({ changes }) => changes.some(({ id }) => id === change.id));
  openForm({
    title: `Edit change to ${change.of}`,
    submitTitle: 'Save change',
    initial: { payload: JSON.stringify(change.payload, null, 2) },
    entries: {
      payload: {
        kind: 'area',
        label: 'Proposed values as JSON',
        hint: 'To use the regular form, open the feature: your edit there replaces this change.',
      },
    },
    submit: ({ payload }) =>
      ask('PUT /api/admin/projects/{projectId}/change-requests/{crId}/changes/{changeId}', {
        path: changePath(request, change),
        body: { action: change.action, ...(isOfFeature && { feature: change.of }), payload: parse(payload) },
      }),
    done: 'Change saved.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(0, { message: 'Enter valid JSON.', details: [{ path: 'payload', message: 'Enter valid JSON.' }] });
  }
}
