import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { textsIn } from '../../base/question.ts';
import { whyHref } from '../../frame/address.ts';
import { Icon } from '../../parts/icon.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { askForPersona } from '../../parts/persona-form.ts';
import { useAnswer } from '../../server/answer.ts';
import type { Persona } from '../../server/operations.ts';
import { revision } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { type Preview, describeBecause, type PersonaResult } from './because.ts';
import { calledBy } from './strategy-draft.ts';
import { type ShownEnvironment, useRefusal } from './use-environments.ts';
import type { FeatureAnswer } from './use-feature.ts';
import type { DraftChange } from './write.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as panelStyles from '../../parts/panel.module.css';
import * as shareBarStyles from '../../parts/share-bar.module.css';
import * as styles from './feature.module.css';

/** A draft change in an environment. */
export interface Drafted {
  readonly environment: string;
  readonly changes: readonly DraftChange[];
}

interface PersonasProps {
  readonly feature: FeatureAnswer;
  readonly environments: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
  readonly draft: Drafted | null;
}

const maxPersonas = 100;
const shownEnvironments = 3;

/** Results of the project's test users in each environment, evaluated by the server, including the current draft. */
export function Personas({ feature, environments, chosen, draft }: PersonasProps) {
  const mayNotAdd = useRefusal(feature.project)('UPDATE_FEATURE');
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: feature.project } });
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{featureTexts.persona.title}</h2>
        <span class={panelStyles.end}>
          <button
            type="button"
            class={buttonStyles.small}
            aria-disabled={mayNotAdd !== undefined}
            title={mayNotAdd}
            onClick={() => mayNotAdd === undefined && askForPersona(feature.project)}
          >
            <Icon name="plus" />
            {pageTexts.persona.add}
          </button>
        </span>
      </header>
      <ShareOfEvaluations environment={chosen} />
      <Answer of={personas}>
        {({ personas }) =>
          personas.length === 0 ? (
            <Empty title={pageTexts.persona.none}>
              <p>{featureTexts.persona.noneAbout}</p>
            </Empty>
          ) : (
            <PersonaRows
              feature={feature}
              personas={personas.slice(0, maxPersonas)}
              shown={shownOf(environments, chosen)}
              chosen={chosen}
              draft={draft}
            />
          )
        }
      </Answer>
    </section>
  );
}

/** The first few environments, always including the selected one. */
function shownOf(environments: readonly ShownEnvironment[], chosen: ShownEnvironment): readonly ShownEnvironment[] {
  const first = environments.slice(0, shownEnvironments);
  return first.some(({ name }) => name === chosen.name) ? first : [...first.slice(0, -1), chosen];
}

function ShareOfEvaluations({ environment: { yes, no } }: { readonly environment: ShownEnvironment }) {
  if (yes + no === 0) return <p class={`${panelStyles.body} dim`}>{featureTexts.persona.noEvaluations}</p>;
  const percent = Math.round((100 * yes) / (yes + no));
  return (
    <div class={panelStyles.body}>
      <p class={styles.reach}>
        <b>{percent}%</b>
        <span class="dim">{featureTexts.persona.ofEvaluations}</span>
      </p>
      <svg class={shareBarStyles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class={shareBarStyles.ground} width="100" height="8" />
        <rect class={shareBarStyles.share} width={percent} height="8" />
      </svg>
    </div>
  );
}

interface PersonaRowsProps {
  readonly feature: FeatureAnswer;
  readonly personas: readonly Persona[];
  readonly shown: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
  readonly draft: Drafted | null;
}

const quietMs = 150;

function PersonaRows({ feature, personas, shown, chosen, draft }: PersonaRowsProps) {
  const debounced = useDebounced(draft, quietMs);
  const preview = useAnswer(
    'POST /api/admin/projects/{projectId}/features/{featureName}/preview',
    {
      path: { projectId: feature.project, featureName: feature.name },
      body: {
        environments: shown.map(({ name }) => name),
        contexts: personas.map(({ context }) => context),
        ...(debounced && { draft: debounced }),
      },
      minRevision: revision.value,
    },
    { keepsLast: true },
  );
  const strategyName = useMemo(() => namesOf(feature), [feature]);
  return (
    <>
      <p class={panelStyles.body}>
        <small>{draft ? pageTexts.persona.aboutDraft : featureTexts.persona.about(personas.length)}</small>
      </p>
      <Answer of={preview}>
        {(answer) => (
          <table class={styles.personas}>
            <thead>
              <tr>
                <th>{pageTexts.persona.column}</th>
                {shown.map(({ name }) => (
                  <th key={name} title={name}>
                    <abbr title={name}>{featureTexts.persona.short[name] ?? name.slice(0, 5)}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {personas.map((persona, index) => (
                <tr key={persona.id}>
                  <td>
                    <a
                      class={buttonStyles.link}
                      href={whyHref(feature.project, feature.name, { environment: chosen.name, context: textsIn(persona.context) })}
                    >
                      {persona.name}
                    </a>
                    <small>{reasonFor(answer, index, chosen.name, strategyName)}</small>
                  </td>
                  {shown.map(({ name }) => (
                    <td key={name}>
                      <PersonaDot environment={name} result={resultIn(answer, name, index)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answer>
    </>
  );
}

/** A value that lags behind until it has been stable for `ms`. */
function useDebounced<T>(value: T, ms: number): T {
  const debounced = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (debounced.value = value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced.value;
}

const resultIn = ({ environments }: Preview, environment: string, index: number): PersonaResult | undefined =>
  environments.find(({ name }) => name === environment)?.contexts[index];

function reasonFor(preview: Preview, index: number, environment: string, strategyName: (id: string) => string): string {
  const result = resultIn(preview, environment, index);
  if (!result) return '';
  const reason = describeBecause((result.after ?? result).because, environment, strategyName);
  return (result.after ?? result).byChance ? `${reason}, ${featureTexts.persona.byChance}` : reason;
}

/** Lit if the feature is on; amber if the draft would change the result. */
function PersonaDot({ environment, result }: { readonly environment: string; readonly result: PersonaResult | undefined }) {
  if (!result) return null;
  const flips = result.after !== undefined && (result.after.enabled !== result.enabled || result.after.variant !== result.variant);
  const isOn = (result.after ?? result).enabled;
  const title = featureTexts.persona.dotLabel(
    environment,
    describeResult(result),
    flips && result.after ? describeResult(result.after) : null,
  );
  return (
    <span title={title}>
      <StatusDot reach={{ kind: isOn ? 'everybody' : 'nobody', strategies: 1, variants: 0 }} waits={flips} />
      <span class="unseen">{title}</span>
    </span>
  );
}

const describeResult = ({ enabled, variant }: Pick<PersonaResult, 'enabled' | 'variant'>): string =>
  enabled ? (variant ?? pageTexts.persona.on) : pageTexts.persona.off;

function namesOf({ environments }: FeatureAnswer): (id: string) => string {
  const names = new Map(environments.flatMap(({ strategies }) => strategies.map((strategy) => [strategy.id, calledBy(strategy)] as const)));
  return (id) => names.get(id) ?? pageTexts.strategy.fresh;
}
