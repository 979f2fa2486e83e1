import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { useAnswer } from '../../server/ask.ts';
import { EnvironmentCards } from './environment-cards.tsx';
import { Evaluations } from './evaluations.tsx';
import { FeatureConversation } from './feature-conversation.tsx';
import { LatestChanges } from './history.tsx';
import { FeatureStrategies } from './strategies.tsx';
import { ProtectedNote } from './protected-note.tsx';
import { pendingOf, type PendingRequest } from './pending.ts';
import { maxPersonas, Personas } from './personas.tsx';
import { type ShownEnvironment, useCards, useChosen, useEnvironments, type FeatureAnswer, type ReadFeature } from './state/use-feature.ts';
import { changedIn, type Drafted, matchesIn, usePreview } from './state/use-preview.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import type { DraftChange, Target } from './state/write.ts';
import { Answer, Panel, PlainPanel } from '../../parts/panel/panel.tsx';
import { type Plan, stateOf } from './release/plan.ts';
import { PlanHead } from './release/plan-head.tsx';
import { Safeguards } from './safeguard/safeguards.tsx';
import { Track } from './release/track.tsx';
import { WhyItHolds } from './release/why-it-holds.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as listStyles from '../../parts/mark/list.module.css';
import { requiredResult } from '../../parts/strategy/sentence.ts';

/** The main tab of a feature: environments, strategies, test users, evaluations and the latest changes. */
export function WhoGetsIt(read: ReadFeature) {
  const feature = read.detail;
  const { project, name } = feature;
  const environments = useEnvironments(feature);
  const chosen = useChosen(environments);
  const shown = useCards(project, environments);
  const pending = usePending(feature);
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const edited = useSignal<Drafted | null>(null);
  const proposed = useMemo(() => draftOf(pending.find(({ environment }) => environment === chosen?.name)), [pending, chosen?.name]);
  const draft = edited.value ?? proposed;
  const known = (personas.data?.personas ?? []).slice(0, maxPersonas);
  const preview = usePreview({ feature, shown, personas: known, draft });
  if (!chosen) return null;
  const drafts = (changes: Drafted['changes'] | null) => (edited.value = changes && { environment: chosen.name, changes });
  const own = pending.filter(({ environment }) => environment === chosen.name);
  return (
    <>
      <EnvironmentCards {...{ feature, environments, shown, chosen, pending }} />
      <div class={columnsStyles.columns}>
        <div>
          <ProtectedNote
            feature={feature}
            environment={chosen}
            pending={own}
            effect={edited.value ? undefined : changedIn(preview.data, chosen.name)}
            personas={known.length}
          />
          <ReleasePanel key={`release ${chosen.name}`} read={read} environment={chosen} drafts={drafts} />
          <FeatureStrategies
            key={chosen.name}
            read={read}
            environment={chosen}
            environments={environments}
            pending={own}
            matches={matchesIn(preview.data, chosen.name)}
            personas={known.length}
            drafts={drafts}
          />
          <Evaluations feature={name} environment={chosen.name} range="24h" group="result">
            <ButtonLink href={`${featureHref(project, name)}/usage?in=${encodeURIComponent(chosen.name)}`} text="All evaluations" />
          </Evaluations>
          <LatestChanges {...read} />
          <FeatureConversation feature={feature} />
        </div>
        <aside>
          <Personas feature={feature} shown={shown} chosen={chosen} personas={personas} preview={preview} draft={draft} />
          {feature.dependencies.length > 0 && <DependsOn feature={feature} />}
        </aside>
      </div>
    </>
  );
}

const draftOf = (request: PendingRequest | undefined): Drafted | null =>
  request && request.changes.length > 0 ? { environment: request.environment, changes: request.changes, request: request.id } : null;

/** Open change requests of a feature, newest first; none while they are unavailable. */
function usePending({ project, name }: FeatureAnswer): readonly PendingRequest[] {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/pending/{featureName}', {
    path: { projectId: project, featureName: name },
  });
  return useMemo(() => (data ?? []).map(pendingOf), [data]);
}

interface ReleasePanelProps {
  readonly read: ReadFeature;
  readonly environment: ShownEnvironment;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
}

/** Gates and safeguards change with time, without an event. */
const pollMs = 30_000;

/** The release plan of a feature in an environment, if it has one. */
function ReleasePanel({ read, environment, drafts }: ReleasePanelProps) {
  const { project, name } = read.detail;
  const [known] = environment.releasePlans ?? [];
  const path = { projectId: project, featureName: name, environment: environment.name };
  const isInProgress = typeof known?.activeMilestoneId === 'string';
  const plans = useAnswer(
    'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans',
    { path },
    { when: known !== undefined, keepsLast: true, ...(isInProgress && { everyMs: pollMs }) },
  );
  if (!known) return null;
  const target: Target = { project, feature: name, environment: environment.name, protected: environment.protected };
  return (
    <PlainPanel>
      <Answer of={plans}>{([plan]) => plan && <ShownPlan {...{ read, environment, target, plan, drafts }} />}</Answer>
    </PlainPanel>
  );
}

interface ShownPlanProps extends ReleasePanelProps {
  readonly target: Target;
  readonly plan: Plan;
}

function ShownPlan({ read, environment, target, plan, drafts }: ShownPlanProps) {
  const state = stateOf(plan, environment.enabled);
  return (
    <>
      <PlanHead plan={plan} state={state} target={target} />
      <WhyItHolds plan={plan} state={state} environment={environment} />
      <Track {...{ read, environment, target, plan, drafts }} />
      <Safeguards plan={plan} target={target} />
    </>
  );
}

function DependsOn({ feature }: { readonly feature: FeatureAnswer }) {
  return (
    <Panel title="Depends on">
      <ul class={listStyles.plain}>
        {feature.dependencies.map(({ feature: parent, enabled = true, variants = [] }) => (
          <li key={parent}>
            <ButtonLink look="link" className="mono" href={featureHref(feature.project, parent)} text={parent} />
            <span class="dimmer">{requiredResult(enabled, variants)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
