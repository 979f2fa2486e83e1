import { Panel } from '../../parts/panel/panel.tsx';
import { textsIn, type WhyQuestion } from '../../base/question.ts';
import { Menu } from '../../parts/layer/menu.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asLocalMoment, momentIn } from '../../base/format.ts';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { messageFor, type Refused } from '../../server/refusal.ts';
import * as styles from './why.module.css';
import { useContextFields } from '../../parts/strategy/use-context-fields.ts';
import { useAnswer } from '../../server/ask.ts';

interface ForWhomProps extends ContextFormProps {
  readonly title?: string;
}

/** The context form with the test users of the project. */
export function ForWhom({ title = 'Context', ...form }: ForWhomProps) {
  const personas = usePersonas(form.project);
  const { submit, question } = form;
  const choices = personas.map(({ name, context }) => ({
    title: name,
    press: () => submit({ environment: question.environment, context: textsIn(context) }),
  }));
  return (
    <Panel title={title} end={choices.length > 0 && <Menu label="Test users" title="Test users" icon="down" choices={choices} />}>
      <ContextForm {...form} />
    </Panel>
  );
}

/** Test users of a project; empty without a project. */
export function usePersonas(project: string | undefined) {
  const path = { projectId: project ?? '' };
  return useAnswer('GET /api/admin/projects/{projectId}/personas', { path }, { when: project !== undefined }).data?.personas ?? [];
}

interface ContextFormProps {
  /** Project whose context fields are offered in addition to those of the instance. */
  readonly project: string | undefined;
  readonly environments: readonly string[];
  readonly question: WhyQuestion;
  /** Fields that are always shown. */
  readonly suggested: readonly string[];
  readonly submitTitle: string;
  /** Errors of single fields are shown next to them. */
  readonly refused: Refused | null;
  readonly takesFocus?: boolean;
  readonly submit: (question: WhyQuestion) => void;
}

const first = 'userId';

/** A form for context and environment. Enter after pasting an id submits it. */
function ContextForm({ project, environments, question, suggested, submitTitle, refused, takesFocus, submit }: ContextFormProps) {
  const draft = useSignal(question);
  const added = useSignal<readonly string[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const known = useContextFields(project ?? null);
  useEffect(() => {
    // Without a question, keep what the user has typed in the meantime.
    const hasQuestion = Object.keys(question.context).length > 0;
    draft.value = hasQuestion ? question : { ...question, context: draft.value.context };
  }, [question]);
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('input')?.focus();
  }, []);
  const { environment, context } = draft.value;
  const set = (field: string, value: string) => (draft.value = { environment, context: { ...context, [field]: value } });
  const shown = [...new Set([first, ...suggested, ...Object.keys(context), ...added.value])].filter((field) => field !== 'currentTime');
  const more = known.map(({ name }) => name).filter((name) => !shown.includes(name) && name !== 'currentTime' && name !== 'environment');
  return (
    <div ref={element} class={`${panelStyles.body} ${styles.given}`}>
      <Form title={submitTitle} submit={() => Promise.resolve(submit(draft.value))}>
        {shown.map((field) => (
          <Field
            key={field}
            label={field}
            value={context[field] ?? ''}
            refused={messageFor(refused, `context/${field}`) ?? messageFor(refused, `context/properties/${field}`)}
            offered={known.find(({ name }) => name === field)?.legalValues.map(({ value }) => value) ?? []}
            change={(value) => set(field, value)}
          />
        ))}
        <SelectField
          label="Environment"
          value={environment}
          choices={[...new Set([...environments, environment])]}
          change={(name) => (draft.value = { environment: name, context })}
        />
        <Field
          label="Time"
          type="moment"
          hint="Leave empty for now. Another time affects date conditions only."
          value={asLocalMoment(context['currentTime'] ?? '')}
          refused={messageFor(refused, 'context/currentTime')}
          change={(value) => set('currentTime', momentIn(value))}
        />
        {more.length > 0 && (
          <SelectField
            label="Add field"
            value=""
            choices={['', ...more]}
            change={(name) => name && (added.value = [...added.value, name])}
          />
        )}
      </Form>
    </div>
  );
}
