import { pageTexts } from '../texts.ts';
import { projectsTexts } from './texts.ts';
import { showToast, showError } from '../../parts/layer/toast.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { projectIdOf } from './project-id.ts';

const modes = ['open', 'protected', 'private'] as const;
type Mode = (typeof modes)[number];

/** Asks for the details of a project and creates it. */
export const askForProject = (): void =>
  openForm({
    title: projectsTexts.create,
    submitTitle: projectsTexts.createThis,
    initial: { name: '', id: '', description: '', mode: 'open', defaultStickiness: 'default', pattern: '', example: '' },
    entries: ({ name }) => ({
      name: { kind: 'text', label: pageTexts.project.name, isRequired: true },
      id: { kind: 'text', label: projectsTexts.id, hint: projectsTexts.idHint(projectIdOf(name)) },
      description: { kind: 'text', label: pageTexts.project.description },
      mode: {
        kind: 'choice',
        label: pageTexts.project.mode,
        choices: modes.map((value) => ({ value, title: pageTexts.project.modes[value] })),
      },
      defaultStickiness: { kind: 'text', label: pageTexts.project.stickiness, hint: pageTexts.project.stickinessHint, isRequired: true },
      pattern: { kind: 'text', label: pageTexts.project.pattern, hint: pageTexts.project.patternHint },
      example: { kind: 'text', label: pageTexts.project.example },
    }),
    submit: async ({ pattern, example, ...values }) => {
      const body = { ...values, id: values.id || projectIdOf(values.name), mode: values.mode as Mode };
      await ask('POST /api/admin/projects', { body });
      showToast(projectsTexts.created(body.name));
      if (pattern) await setPattern(body.id, pattern, example || null);
      await askAgain();
    },
  });

/** The project already exists, so a rejected pattern is only reported. It can be corrected in the settings. */
async function setPattern(projectId: string, pattern: string, example: string | null): Promise<void> {
  try {
    const featureNaming = { pattern, example, description: null };
    await ask('PUT /api/admin/projects/{projectId}/settings', { path: { projectId }, body: { featureNaming } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(projectsTexts.patternRefused(error.message));
  }
}
