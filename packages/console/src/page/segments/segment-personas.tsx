import { NameCell } from '../../parts/panel/list-panel.tsx';
import { useSignal } from '@preact/signals';
import { hrefOf } from '../../frame/address.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { describeMissed } from '../../parts/strategy/sentence.ts';
import { Select } from '../../parts/form/select.tsx';
import { useDebounced } from '../../parts/use-debounced.ts';
import { useAnswer, type Constraint, type Persona, type AnswerOf } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';
import * as listStyles from '../../parts/mark/list.module.css';
import * as styles from './segments.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

type Tried = AnswerOf<'POST /api/admin/playground/constraints'>['contexts'][number];

interface SegmentPersonasProps {
  /** Project of the test users; null to let the user select one. */
  readonly home: Home;
  readonly constraints: readonly Constraint[];
  /** The edited conditions. */
  readonly draft: readonly Constraint[] | null;
}

/** Test users inside a segment, evaluated by the server, and those that a draft would add or remove. */
export function SegmentPersonas({ home, constraints, draft }: SegmentPersonasProps) {
  const chosen = useSignal<string | null>(null);
  const { data } = useAnswer('GET /api/admin/projects', {}, { when: home === null });
  const project = home ?? chosen.value ?? data?.projects[0]?.id ?? null;
  return (
    <Panel
      title="Test users"
      end={
        home === null &&
        data && (
          <Select
            label="Test users of"
            value={project ?? ''}
            choices={data.projects.map(({ id, name }) => ({ value: id, title: name }))}
            change={(id) => (chosen.value = id)}
          />
        )
      }
    >
      {project !== null && <OfProject project={project} constraints={constraints} draft={draft} />}
    </Panel>
  );
}

const maxPersonas = 100;

function OfProject({ project, ...rest }: Omit<SegmentPersonasProps, 'home'> & { readonly project: string }) {
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  return (
    <Answer of={personas}>
      {({ personas: all }) =>
        all.length === 0 ? (
          <p class="dim">
            This project has no test users.{' '}
            <a class="inline" href={hrefOf(project, 'personas')}>
              Add test users
            </a>
          </p>
        ) : (
          <Rows personas={all.slice(0, maxPersonas)} {...rest} />
        )
      }
    </Answer>
  );
}

const quietMs = 150;

function Rows({ personas, constraints, draft }: Omit<SegmentPersonasProps, 'home'> & { readonly personas: readonly Persona[] }) {
  const quiet = useDebounced(draft, quietMs);
  const contexts = personas.map(({ context }) => context);
  const now = useAnswer(
    'POST /api/admin/playground/constraints',
    { body: { constraints: complete(constraints), contexts } },
    { keepsLast: true },
  );
  const after = useAnswer(
    'POST /api/admin/playground/constraints',
    { body: { constraints: complete(quiet ?? []), contexts } },
    { keepsLast: true, when: quiet !== null },
  );
  const drafted = quiet === null ? undefined : after.data?.contexts;
  return (
    <>
      <p>
        <small>
          {drafted ? 'Amber: your draft would change the result.' : 'Which test users are in this segment, evaluated by the server.'}
        </small>
      </p>
      <Answer of={now}>
        {(answer) => (
          <ul class={`${listStyles.plain} ${styles.inside}`}>
            {personas.map(({ id, name }, index) => (
              <PersonaLine key={id} name={name} now={answer.contexts[index]} after={drafted?.[index]} />
            ))}
          </ul>
        )}
      </Answer>
    </>
  );
}

/** Conditions without a value are skipped: they would exclude everyone while the user is still typing. */
const complete = (constraints: readonly Constraint[]): readonly Constraint[] =>
  constraints.filter(({ value, values = [] }) => value !== '' && (value !== undefined || values.length > 0));

function PersonaLine({ name, now, after }: { readonly name: string; readonly now: Tried | undefined; readonly after: Tried | undefined }) {
  const result = after ?? now;
  if (!result) return null;
  const flips = after !== undefined && now !== undefined && after.holds !== now.holds;
  return (
    <li>
      <StatusDot reach={result.holds} waits={flips} />
      <NameCell name={name} about={describeTried(result)} />
      {flips && <span class={`${tagStyles.caution} ${styles.comes}`}>{result.holds ? 'would be added' : 'would be removed'}</span>}
    </li>
  );
}

const describeTried = ({ holds, missed, given }: Tried): string => (holds || !missed ? 'in this segment' : describeMissed(missed, given));
