import { formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type LinkedQuestion, textsIn, readQuestion, writeQuestion } from '../../base/question.ts';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty, Failed, Skeleton, PlainPanel } from '../../parts/panel/panel.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { useListEnvironments } from '../features/use-list-environments.ts';
import { ForWhom, usePersonas } from '../why/for-whom.tsx';
import { useLinkedQuestion } from '../why/use-linked-question.ts';
import { ResultTable } from './result-table.tsx';
import { differs, useResults } from './use-results.ts';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Evaluates all features for one context, or lists the differences between two contexts or environments. */
export function Playground({ project }: { readonly project?: string }) {
  const { question, begun, ask } = useQuestion(project);
  const environments = useListEnvironments(project ?? null) ?? [];
  const filter = useSignal('');
  const pages = useResults(project, filter.value, question);
  const [environment = ''] = environments;
  const shown = useMemo((): LinkedQuestion => question ?? { environment, context: begun }, [question, environment, begun]);
  const form = { project, environments, suggested: [], submitTitle: 'Evaluate' };
  return (
    <>
      <PageHead title="Playground" about="Evaluate all features for one context, or compare two contexts or environments." />
      <div class={columnsStyles.beside}>
        <div>
          <ForWhom
            {...form}
            question={shown}
            refused={pages.found.error}
            takesFocus={question === null}
            submit={(question) => ask({ ...question, ...(shown.compared && { compared: shown.compared }) })}
          />
          {question && <Comparison project={project} environments={environments} question={question} ask={ask} />}
          {question?.compared && question.compared.environment === question.environment && (
            <ForWhom
              {...form}
              title="Compared with"
              question={question.compared}
              refused={null}
              submit={(compared) => ask({ ...question, compared })}
            />
          )}
        </div>
        <PlainPanel>
          <div class={filterFieldStyles.filters}>
            <FilterField label="Filter by name" value={filter.value} change={(text) => (filter.value = text)} />
            {question && <Count pages={pages} isCompared={question.compared !== undefined} />}
          </div>
          {question ? (
            <ResultPanel pages={pages} question={question} />
          ) : (
            <Empty title="Who gets what?">
              <p>Enter a context or select a test user.</p>
            </Empty>
          )}
        </PlainPanel>
      </div>
    </>
  );
}

/** The question in the address, otherwise the last one, otherwise the first test user's context as a suggestion. */
function useQuestion(project: string | undefined) {
  const [environment] = useListEnvironments(project ?? null) ?? [];
  const { linked, ask } = useLinkedQuestion(environment);
  const [persona] = usePersonas(project);
  const begun = useMemo(() => (persona ? textsIn(persona.context) : {}), [persona]);
  const last = useMemo(lastQuestion, []);
  const first = useMemo(
    (): LinkedQuestion | null => (persona && environment !== undefined ? { environment, context: begun } : null),
    [begun, persona, environment],
  );
  useEffect(() => {
    if (linked) rememberQuestion(linked);
  }, [linked]);
  return { question: linked ?? last ?? first, begun, ask };
}

type Pages = ReturnType<typeof useResults>;

function Count({ pages: { rows, evaluated, total }, isCompared }: { readonly pages: Pages; readonly isCompared: boolean }) {
  return (
    <span class={filterFieldStyles.count} role="status">
      {isCompared
        ? `${formatFigure(rows.filter(differs).length)} differ, ${formatFigure(Math.min(evaluated, total))} of ${formatFigure(total)} compared`
        : `${formatFigure(rows.length)} of ${formatFigure(total)} features`}
    </span>
  );
}

/** All features, or only those that differ, once all pages have been compared. */
function ResultPanel({ pages: { found, rows }, question }: { readonly pages: Pages; readonly question: LinkedQuestion }) {
  const isCompared = question.compared !== undefined;
  const more = () => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };
  useEffect(() => {
    if (isCompared) more();
  }, [isCompared, found.data, found.isFetching]);
  const shown = isCompared ? rows.filter(differs) : rows;
  if (shown.length > 0) return <ResultTable rows={shown} question={question} more={more} />;
  if (found.error) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  if (found.isFetching) return <Skeleton />;
  if (!isCompared || rows.length === 0) return <Empty title="No features to evaluate" />;
  return (
    <Empty title="No differences">
      <p>Every feature evaluates to the same result.</p>
    </Empty>
  );
}

interface ComparisonProps {
  readonly project: string | undefined;
  readonly environments: readonly string[];
  readonly question: LinkedQuestion;
  readonly ask: (question: LinkedQuestion) => void;
}

/** Selects the comparison: another environment, a test user, or a custom context that starts as a copy. */
function Comparison({ project, environments, question, ask }: ComparisonProps) {
  const personas = usePersonas(project);
  const { environment, context, compared } = question;
  const alone = { environment, context };
  const choices = new Map<string, readonly [title: string, question: LinkedQuestion]>([
    ['', ['none', alone]],
    ...environments
      .filter((name) => name !== environment)
      .map((name) => [`in ${name}`, [`environment: ${name}`, { ...alone, compared: { environment: name, context } }]] as const),
    ...personas.map(
      ({ id, name, context: other }) =>
        [`as ${id}`, [`test user: ${name}`, { ...alone, compared: { environment, context: textsIn(other) } }]] as const,
    ),
    ['own', ['another context', { ...alone, compared: alone }]],
  ]);
  const chosen = compared === undefined ? '' : compared.environment === environment ? 'own' : `in ${compared.environment}`;
  return (
    <PlainPanel>
      <div class={panelStyles.body}>
        <SelectField
          label="Compare with"
          value={chosen}
          choices={[...choices].map(([value, [title]]) => ({ value, title }))}
          change={(value) => ask(choices.get(value)?.[1] ?? alone)}
        />
      </div>
    </PlainPanel>
  );
}

const key = 'signalbox-playground';

/** The last question in this browser tab. */
const lastQuestion = (): LinkedQuestion | null => readQuestion(sessionStorage.getItem(key) ?? '');

const rememberQuestion = (question: LinkedQuestion): void => sessionStorage.setItem(key, writeQuestion(question));
