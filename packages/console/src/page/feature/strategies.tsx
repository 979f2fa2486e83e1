import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Empty } from '../../parts/panel.tsx';
import type { StrategyContent } from '../../parts/sentence.ts';
import { useAnswer } from '../../server/answer.ts';
import { featureTexts } from './texts.ts';
import { contentOf, freshStrategy } from './strategy-draft.ts';
import { StrategyEditor } from './strategy-editor.tsx';
import { StrategyRow } from './strategy-row.tsx';
import { add } from './strategy-writes.ts';
import type { Base } from './use-strategy-draft.ts';
import { type ShownEnvironment, useRefusal } from './use-environments.ts';
import type { ReadFeature } from './use-feature.ts';
import { useSegmentNames } from './use-segment-names.ts';
import { type DraftChange, type Target, writeAtOnce } from './write.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as panelStyles from '../../parts/panel.module.css';
import * as styles from './feature.module.css';

interface StrategiesProps {
  readonly read: ReadFeature;
  readonly environment: ShownEnvironment;
  readonly environments: readonly ShownEnvironment[];
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
}

const fresh = 'fresh';

/** For whom the feature is on in one environment: whoever fits any of these. One of them at a time is edited, where it stands. */
export function FeatureStrategies({ read, environment, environments, drafts }: StrategiesProps) {
  const { project, name } = read.detail;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  const edited = useSignal<string | null>(null);
  /** The strategy that is edited, as it was then. */
  const base = useSignal<Base | null>(null);
  const beginning = useSignal<StrategyContent | null>(null);
  const segmentName = useSegmentNames();
  const stickiness = useDefaultStickiness(project);
  const refusal = useRefusal(project);
  const mayNotAdd = refusal('CREATE_FEATURE_STRATEGY', environment);
  const begin = (content: Partial<StrategyContent> = {}) => {
    if (mayNotAdd !== undefined) return;
    beginning.value = { ...freshStrategy(name, stickiness), ...content };
    edited.value = fresh;
  };
  const close = () => {
    edited.value = null;
    drafts(null);
  };
  useShortcuts(useMemo(() => ({ strategy: () => begin() }), [name, stickiness, mayNotAdd]));
  const { strategies } = environment;
  const isRemoved = edited.value !== null && edited.value === base.value?.strategy.id && !strategies.some(({ id }) => id === edited.value);
  /** One that somebody removes while it is edited stays until its editor is closed. */
  const listed = isRemoved && base.value ? [...strategies, base.value.strategy] : strategies;
  const others = environments.filter((other) => other.name !== environment.name && other.strategies.length > 0);
  return (
    <section class={panelStyles.panel}>
      <header class={panelStyles.wraps}>
        <div>
          <h2>{featureTexts.strategy.heading(environment.name)}</h2>
          {strategies.length > 1 && <small>{featureTexts.strategy.any}</small>}
        </div>
        <span class={panelStyles.end}>
          <CopyFrom others={others} target={target} refused={mayNotAdd} />
          <button
            type="button"
            class={buttonStyles.small}
            aria-disabled={mayNotAdd !== undefined}
            title={mayNotAdd}
            onClick={() => begin()}
          >
            <Icon name="plus" />
            {featureTexts.strategy.add} <kbd>S</kbd>
          </button>
        </span>
      </header>
      {listed.length === 0 && edited.value !== fresh && (
        <NoStrategy
          isOn={environment.enabled}
          beginnings={{
            share: () => begin({ parameters: { ...freshStrategy(name, stickiness).parameters, rollout: '25' } }),
            segment: () => begin(),
            conditions: () => begin({ constraints: [{ contextName: 'userId', operator: 'IN', values: [] }] }),
          }}
        />
      )}
      <ol>
        {listed.map((strategy, index) => (
          <li key={strategy.id}>
            {index > 0 && <p class={styles.or}>{featureTexts.strategy.or}</p>}
            {edited.value === strategy.id ? (
              <StrategyEditor
                target={target}
                base={base.value}
                current={isRemoved ? null : { strategy, version: read.version }}
                begun={contentOf(strategy)}
                number={index + 1}
                segmentName={segmentName}
                drafts={drafts}
                close={close}
              />
            ) : (
              <StrategyRow
                target={target}
                strategies={strategies}
                index={index}
                segmentName={segmentName}
                refusal={(permission) => refusal(permission, environment)}
                edit={() => {
                  base.value = { strategy, version: read.version };
                  edited.value = strategy.id;
                }}
              />
            )}
          </li>
        ))}
        {edited.value === fresh && beginning.value && (
          <li>
            {strategies.length > 0 && <p class={styles.or}>{featureTexts.strategy.or}</p>}
            <StrategyEditor
              target={target}
              base={null}
              begun={beginning.value}
              number={strategies.length + 1}
              segmentName={segmentName}
              drafts={drafts}
              close={close}
            />
          </li>
        )}
      </ol>
    </section>
  );
}

function useDefaultStickiness(project: string): string {
  const { data } = useAnswer('GET /api/admin/projects', {});
  return data?.projects.find(({ id }) => id === project)?.defaultStickiness ?? 'default';
}

interface CopyFromProps {
  readonly others: readonly ShownEnvironment[];
  readonly target: Target;
  readonly refused: string | undefined;
}

/** Adds what another environment has to what is here. */
function CopyFrom({ others, target, refused }: CopyFromProps) {
  if (others.length === 0) return null;
  const choices = others.map((other) => ({
    title: featureTexts.strategy.copyFrom(other.name),
    refused,
    press: () =>
      void writeAtOnce(target, add(target, other.strategies.map(contentOf), featureTexts.strategy.copied(other.name, target.environment))),
  }));
  return <Menu label={featureTexts.strategy.copyFromAny} title={featureTexts.strategy.copyFromAny} icon="down" choices={choices} />;
}

interface NoStrategyProps {
  readonly isOn: boolean;
  readonly beginnings: Readonly<Record<keyof typeof featureTexts.strategy.begin, () => void>>;
}

function NoStrategy({ isOn, beginnings }: NoStrategyProps) {
  const { share, segment, conditions } = featureTexts.strategy.begin;
  return (
    <Empty title={featureTexts.strategy.none(isOn)}>
      <p>{featureTexts.strategy.noneAbout}</p>
      <div class={styles.choose}>
        <button type="button" class={buttonStyles.button} onClick={beginnings.share}>
          {share}
        </button>
        <button type="button" class={buttonStyles.button} onClick={beginnings.segment}>
          {segment}
        </button>
        <button type="button" class={buttonStyles.button} onClick={beginnings.conditions}>
          {conditions}
        </button>
      </div>
    </Empty>
  );
}
