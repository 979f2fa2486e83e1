import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Lamp } from '../../parts/lamp.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Persona } from '../../server/operations.ts';
import { revision } from '../../server/request.ts';
import { words } from '../../base/words.ts';
import { AddPerson } from './add-person.tsx';
import { type Preview, sayBecause, type ToldPerson } from './because.ts';
import type { DraftChange } from './strategies.tsx';
import { calledBy } from './strategy-draft.ts';
import { type Environment, useRefusal } from './use-environments.ts';
import type { FeatureDetail } from './use-feature.ts';

/** What is thought of changing in an environment. */
export interface Drafted {
  readonly environment: string;
  readonly changes: readonly DraftChange[];
}

interface TestPeopleProps {
  readonly feature: FeatureDetail;
  readonly environments: readonly Environment[];
  readonly chosen: Environment;
  readonly draft: Drafted | null;
}

const mostPeople = 100;
const shownEnvironments = 3;

/** The project's test people against the environments, answered by the server's own evaluation, with the draft while there is one. */
export function TestPeople({ feature, environments, chosen, draft }: TestPeopleProps) {
  const isAdding = useSignal(false);
  const mayNotAdd = useRefusal(feature.project)('UPDATE_FEATURE');
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: feature.project } });
  return (
    <section class="panel">
      <header>
        <h2>{words.people.title}</h2>
        <span class="end">
          <button
            type="button"
            class="b sm"
            aria-disabled={mayNotAdd !== undefined}
            title={mayNotAdd}
            onClick={() => mayNotAdd === undefined && (isAdding.value = true)}
          >
            <Icon name="plus" />
            {words.people.add}
          </button>
        </span>
      </header>
      <ShareOfEvaluations environment={chosen} />
      <Answer of={personas}>
        {({ personas: people }) =>
          people.length === 0 ? (
            <Empty title={words.people.none}>
              <p>{words.people.noneAbout}</p>
            </Empty>
          ) : (
            <People
              feature={feature}
              people={people.slice(0, mostPeople)}
              shown={shownOf(environments, chosen)}
              chosen={chosen}
              draft={draft}
            />
          )
        }
      </Answer>
      <AddPerson project={feature.project} isOpen={isAdding.value} close={() => (isAdding.value = false)} />
    </section>
  );
}

/** The first few, and the chosen one among them. */
function shownOf(environments: readonly Environment[], chosen: Environment): readonly Environment[] {
  const first = environments.slice(0, shownEnvironments);
  return first.some(({ name }) => name === chosen.name) ? first : [...first.slice(0, -1), chosen];
}

function ShareOfEvaluations({ environment: { yes, no } }: { readonly environment: Environment }) {
  if (yes + no === 0) return <p class="body dim">{words.people.noEvaluations}</p>;
  const percent = Math.round((100 * yes) / (yes + no));
  return (
    <div class="body">
      <p class="reach">
        <b>{percent} %</b>
        <span class="dim">{words.people.ofEvaluations}</span>
      </p>
      <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bg" width="100" height="8" />
        <rect class="a" width={percent} height="8" />
      </svg>
    </div>
  );
}

interface PeopleProps {
  readonly feature: FeatureDetail;
  readonly people: readonly Persona[];
  readonly shown: readonly Environment[];
  readonly chosen: Environment;
  readonly draft: Drafted | null;
}

const quietMs = 150;

function People({ feature, people, shown, chosen, draft }: PeopleProps) {
  const settled = useSettled(draft, quietMs);
  const preview = useAnswer(
    'POST /api/admin/projects/{projectId}/features/{featureName}/preview',
    {
      path: { projectId: feature.project, featureName: feature.name },
      body: {
        environments: shown.map(({ name }) => name),
        contexts: people.map(({ context }) => context),
        ...(settled && { draft: settled }),
      },
      minRevision: revision.value,
    },
    { keepsLast: true },
  );
  const strategyName = useMemo(() => namesOf(feature), [feature]);
  return (
    <>
      <p class="body">
        <small>{draft ? words.people.aboutDraft : words.people.about(people.length)}</small>
      </p>
      <Answer of={preview}>
        {(told) => (
          <table class="people">
            <thead>
              <tr>
                <th class="first">{words.people.person}</th>
                {shown.map(({ name }) => (
                  <th key={name} title={name}>
                    <abbr title={name}>{words.people.short[name] ?? name.slice(0, 5)}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person, index) => (
                <tr key={person.id}>
                  <td class="first">
                    <b>{person.name}</b>
                    <small>{reasonFor(told, index, chosen.name, strategyName)}</small>
                  </td>
                  {shown.map(({ name }) => (
                    <td key={name}>
                      <PersonLamp environment={name} told={toldIn(told, name, index)} />
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

/** A value once it has not changed for a moment. */
function useSettled<T>(value: T, ms: number): T {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled.value;
}

const toldIn = ({ environments }: Preview, environment: string, index: number): ToldPerson | undefined =>
  environments.find(({ name }) => name === environment)?.contexts[index];

function reasonFor(preview: Preview, index: number, environment: string, strategyName: (id: string) => string): string {
  const told = toldIn(preview, environment, index);
  if (!told) return '';
  const said = sayBecause((told.after ?? told).because, environment, strategyName);
  return (told.after ?? told).byChance ? `${said}, ${words.people.byChance}` : said;
}

/** Lit where it is on; amber where the draft would change it. */
function PersonLamp({ environment, told }: { readonly environment: string; readonly told: ToldPerson | undefined }) {
  if (!told) return null;
  const flips = told.after !== undefined && (told.after.enabled !== told.enabled || told.after.variant !== told.variant);
  const isOn = (told.after ?? told).enabled;
  const title = words.people.lampOf(environment, sayTold(told), flips && told.after ? sayTold(told.after) : null);
  return (
    <span title={title}>
      <Lamp reach={{ kind: isOn ? 'everybody' : 'nobody', strategies: 1, variants: 0 }} waits={flips} />
      <span class="unseen">{title}</span>
    </span>
  );
}

const sayTold = ({ enabled, variant }: Pick<ToldPerson, 'enabled' | 'variant'>): string =>
  enabled ? (variant ?? words.people.on) : words.people.off;

function namesOf({ environments }: FeatureDetail): (id: string) => string {
  const names = new Map(environments.flatMap(({ strategies }) => strategies.map((strategy) => [strategy.id, calledBy(strategy)] as const)));
  return (id) => names.get(id) ?? words.strategy.fresh;
}
