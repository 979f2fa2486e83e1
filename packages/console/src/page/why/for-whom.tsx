import { textsIn } from '../../base/question.ts';
import { Menu } from '../../parts/layer/menu.tsx';
import { useAnswer } from '../../server/answer.ts';
import { ContextForm, type ContextFormProps } from './context-form.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

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
    <section class={panelStyles.panel}>
      <header>
        <h2>{title}</h2>
        {choices.length > 0 && (
          <span class={panelStyles.end}>
            <Menu label="Test users" title="Test users" icon="down" choices={choices} />
          </span>
        )}
      </header>
      <ContextForm {...form} />
    </section>
  );
}

/** Test users of a project; empty without a project. */
export function usePersonas(project: string | undefined) {
  const path = { projectId: project ?? '' };
  return useAnswer('GET /api/admin/projects/{projectId}/personas', { path }, { when: project !== undefined }).data?.personas ?? [];
}
