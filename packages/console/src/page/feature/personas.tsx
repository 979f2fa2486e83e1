import type { UseQueryResult } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { textsIn } from '../../base/question.ts';
import { whyHref } from '../../frame/why-href.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { askForPersona } from '../../parts/persona/persona-form.ts';
import type { Persona } from '../../server/ask.ts';
import type { Refused } from '../../server/refusal.ts';
import { type Preview, describeBecause, type PersonaResult } from './state/because.ts';
import { calledBy } from '../strategy/strategy-draft.ts';
import { type ShownEnvironment, useRefusal, type FeatureAnswer } from './state/use-feature.ts';
import { changedIn, type Drafted } from './state/use-preview.ts';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import { counted } from '../../base/format.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as shareBarStyles from '../../parts/mark/share-bar.module.css';
import * as styles from './feature.module.css';

interface PersonasProps {
  readonly feature: FeatureAnswer;
  readonly shown: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
  readonly personas: UseQueryResult<{ readonly personas: readonly Persona[] }, Refused>;
  readonly preview: UseQueryResult<Preview, Refused>;
  readonly draft: Drafted | null;
}

export const maxPersonas = 100;

/** Results of the project's test users in each environment, including the current draft. */
export function Personas({ feature, shown, chosen, personas, preview, draft }: PersonasProps) {
  const mayNotAdd = useRefusal(feature.project)('UPDATE_FEATURE');
  return (
    <Panel
      title="Who gets it"
      end={<Button refused={mayNotAdd} press={() => askForPersona(feature.project)} icon="plus" text="Add test user" />}
    >
      <ShareOfEvaluations environment={chosen} />
      <Answer of={personas}>
        {({ personas: all }) =>
          all.length === 0 ? (
            <Empty title="No test users yet">
              <p>Save a few typical contexts to see what each of them gets.</p>
            </Empty>
          ) : (
            <Answer of={preview}>
              {(answer) => (
                <PersonaRows
                  feature={feature}
                  personas={all.slice(0, maxPersonas)}
                  shown={shown}
                  chosen={chosen}
                  draft={draft}
                  preview={answer}
                />
              )}
            </Answer>
          )
        }
      </Answer>
    </Panel>
  );
}

function ShareOfEvaluations({ environment: { yes, no } }: { readonly environment: ShownEnvironment }) {
  if (yes + no === 0) return <p class="dim">No evaluations in the past hour.</p>;
  const percent = Math.round((100 * yes) / (yes + no));
  return (
    <div class={panelStyles.body}>
      <p class={styles.reach}>
        <b>{percent}%</b>
        <span class="dim">of evaluations in the past hour</span>
      </p>
      <svg class={shareBarStyles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class={shareBarStyles.ground} width="100" height="8" />
        <rect class={shareBarStyles.share} width={percent} height="8" />
      </svg>
    </div>
  );
}

interface PersonaRowsProps extends Pick<PersonasProps, 'feature' | 'shown' | 'chosen' | 'draft'> {
  readonly personas: readonly Persona[];
  readonly preview: Preview;
}

const shortNames: Readonly<Record<string, string>> = { development: 'dev', staging: 'stag', production: 'prod' };

function PersonaRows({ feature, personas, shown, chosen, draft, preview }: PersonaRowsProps) {
  const strategyName = useMemo(() => namesOf(feature), [feature]);
  return (
    <>
      <p>
        <small>{describeDraft(draft, personas.length, changedIn(preview, chosen.name) ?? 0)}</small>
      </p>
      <table class={styles.personas}>
        <thead>
          <tr>
            <th>Test user</th>
            {shown.map(({ name }) => (
              <th key={name} title={name}>
                <abbr title={name}>{shortNames[name] ?? name.slice(0, 5)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {personas.map((persona, index) => (
            <tr key={persona.id}>
              <td>
                <ButtonLink
                  look="link"
                  href={whyHref(feature.project, feature.name, { environment: chosen.name, context: textsIn(persona.context) })}
                  text={persona.name}
                />
                <small>{reasonFor(preview, index, chosen.name, strategyName)}</small>
              </td>
              {shown.map(({ name }) => (
                <td key={name}>
                  <PersonaDot environment={name} result={resultIn(preview, name, index)} request={draft?.request} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function describeDraft(draft: Drafted | null, personas: number, changed: number): string {
  if (!draft) return `Current result for ${counted(personas, 'test user')}, evaluated by the server.`;
  const name = draft.request === undefined ? 'your draft' : `change request ${draft.request}`;
  return changed === 0 ? `No test user gets another result with ${name}.` : `Amber: ${name} would change the result.`;
}

const resultIn = ({ environments }: Preview, environment: string, index: number): PersonaResult | undefined =>
  environments.find(({ name }) => name === environment)?.contexts[index];

function reasonFor(preview: Preview, index: number, environment: string, strategyName: (id: string) => string): string {
  const result = resultIn(preview, environment, index);
  if (!result) return '';
  const reason = describeBecause((result.after ?? result).because, environment, strategyName);
  return (result.after ?? result).byChance ? `${reason}, random` : reason;
}

interface PersonaDotProps {
  readonly environment: string;
  readonly result: PersonaResult | undefined;
  readonly request: number | undefined;
}

const describeDot = (environment: string, now: string, after: string | null, request: number | undefined) =>
  `${environment}: ${now}${after === null ? '' : `, ${after} with ${request === undefined ? 'your draft' : `change request ${request}`}`}`;

/** Lit if the feature is on; amber if the draft would change the result. */
function PersonaDot({ environment, result, request }: PersonaDotProps) {
  if (!result) return null;
  const flips = result.after !== undefined && (result.after.enabled !== result.enabled || result.after.variant !== result.variant);
  const isOn = (result.after ?? result).enabled;
  const title = describeDot(environment, describeResult(result), flips && result.after ? describeResult(result.after) : null, request);
  return (
    <span title={title}>
      <StatusDot reach={isOn} waits={flips} />
      <span class="unseen">{title}</span>
    </span>
  );
}

const describeResult = ({ enabled, variant }: Pick<PersonaResult, 'enabled' | 'variant'>): string => (enabled ? (variant ?? 'on') : 'off');

function namesOf({ environments }: FeatureAnswer): (id: string) => string {
  const names = new Map([
    ...environments.flatMap(({ strategies }) => strategies.map((strategy) => [strategy.id, calledBy(strategy)] as const)),
    ...environments.flatMap(milestoneNames),
  ]);
  return (id) => names.get(id) ?? 'New strategy';
}

/** Strategies of a release plan are called by their milestone. */
const milestoneNames = ({ releasePlans = [] }: FeatureAnswer['environments'][number]): readonly (readonly [id: string, name: string])[] =>
  releasePlans.flatMap(({ milestones }) => milestones.flatMap(({ name, strategies }) => strategies.map(({ id }) => [id, name] as const)));
