import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { featureHref } from '../../frame/address.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { Select } from '../../parts/form/select.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { useRefusal, type FeatureAnswer } from './state/use-feature.ts';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import * as listStyles from '../../parts/mark/list.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as styles from './feature.module.css';
import * as valuesFieldStyles from '../../parts/form/values-field.module.css';
import { requiredResult } from '../../parts/strategy/sentence.ts';

interface OfFeature {
  readonly feature: FeatureAnswer;
}

const pathOf = ({ project, name }: FeatureAnswer) => ({ projectId: project, featureName: name });

interface ListProps {
  readonly title: string;
  readonly items: readonly { readonly key: string; readonly shown: ComponentChildren; readonly remove: () => Promise<unknown> }[];
  readonly mayNot: string | undefined;
  readonly children: ComponentChildren;
}

/** A list with a remove button per item and a form to add one. */
function List({ title, items, mayNot, children }: ListProps) {
  return (
    <Panel title={title}>
      <ul class={listStyles.plain}>
        {items.map(({ key, shown, remove }) => (
          <li key={key}>
            <span class={listStyles.cut}>{shown}</span>
            <Button
              look="quiet"
              size="small"
              className={listStyles.end}
              aria-label={`Remove ${key}`}
              refused={mayNot}
              press={() => void attempt(remove)}
              icon="close"
            />
          </li>
        ))}
      </ul>
      <fieldset class={styles.stretched} disabled={mayNot !== undefined} title={mayNot}>
        {children}
      </fieldset>
    </Panel>
  );
}

export function Tags({ feature }: OfFeature) {
  const types = useAnswer('GET /api/admin/tag-types', {});
  const type = useSignal('simple');
  const value = useSignal('');
  const path = { featureName: feature.name };
  const add = async () => {
    await ask('POST /api/admin/features/{featureName}/tags', { path, body: { type: type.value, value: value.value } });
    value.value = '';
  };
  return (
    <List
      title="Tags"
      mayNot={useRefusal(feature.project)('UPDATE_FEATURE')}
      items={feature.tags.map((tag) => ({
        key: `${tag.type}:${tag.value}`,
        shown: `${tag.type}:${tag.value}`,
        remove: () => ask('DELETE /api/admin/features/{featureName}/tags/{type}/{value}', { path: { ...path, ...tag } }),
      }))}
    >
      <AddLine title="Add tag" add={add}>
        <Select
          label="Tag type"
          value={type.value}
          choices={(types.data?.tagTypes ?? [{ name: 'simple' }]).map(({ name }) => name)}
          change={(name) => (type.value = name)}
        />
        <input aria-label="Tag" value={value.value} required minLength={2} onInput={(event) => (value.value = event.currentTarget.value)} />
      </AddLine>
    </List>
  );
}

export function Dependencies({ feature }: OfFeature) {
  const path = pathOf(feature);
  const parents = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}/parents', { path });
  const parent = useSignal('');
  const add = async () => {
    await ask('POST /api/admin/projects/{projectId}/features/{featureName}/dependencies', { path, body: { feature: parent.value } });
    parent.value = '';
  };
  return (
    <List
      title="Depends on"
      mayNot={useRefusal(feature.project)('UPDATE_FEATURE_DEPENDENCY')}
      items={feature.dependencies.map(({ feature: name, enabled = true, variants = [] }) => ({
        key: name,
        shown: (
          <>
            <ButtonLink look="link" className="mono" href={featureHref(feature.project, name)} text={name} />{' '}
            <span class="dimmer">{requiredResult(enabled, variants)}</span>
          </>
        ),
        remove: () =>
          ask('DELETE /api/admin/projects/{projectId}/features/{featureName}/dependencies/{parent}', { path: { ...path, parent: name } }),
      }))}
    >
      <AddLine title="Add dependency" add={add}>
        <Select
          label="Select a feature"
          value={parent.value}
          placeholder="Select a feature"
          choices={parents.data ?? []}
          change={(name) => (parent.value = name)}
          isRequired
        />
      </AddLine>
    </List>
  );
}

export function Links({ feature }: OfFeature) {
  const path = pathOf(feature);
  const url = useSignal('');
  const add = async () => {
    await ask('POST /api/admin/projects/{projectId}/features/{featureName}/link', { path, body: { url: url.value } });
    url.value = '';
  };
  return (
    <List
      title="Links"
      mayNot={useRefusal(feature.project)('UPDATE_FEATURE')}
      items={feature.links.map(({ id, url: address, title }) => ({
        key: title ?? address,
        shown: isWebAddress(address) ? (
          <ButtonLink look="link" href={address} target="_blank" rel="noreferrer noopener" text={title ?? address} />
        ) : (
          (title ?? address)
        ),
        remove: () => ask('DELETE /api/admin/projects/{projectId}/features/{featureName}/link/{linkId}', { path: { ...path, linkId: id } }),
      }))}
    >
      <AddLine title="Add link" add={add}>
        <input
          type="url"
          aria-label="URL"
          placeholder="https://"
          value={url.value}
          required
          onInput={(event) => (url.value = event.currentTarget.value)}
        />
      </AddLine>
    </List>
  );
}

/** Other schemes, such as `javascript:`, could run code when clicked. */
const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

interface AddLineProps {
  readonly title: string;
  readonly add: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

function AddLine({ title, add, children }: AddLineProps) {
  return (
    <form
      class={valuesFieldStyles.chosen}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(add);
      }}
    >
      {children}
      <Button type="submit" text={title} />
    </form>
  );
}
