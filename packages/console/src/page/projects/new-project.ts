import { showToast, showError } from '../../parts/layer/toast.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { type Mode, projectFields } from './project-fields.ts';
import { projectIdOf } from './project-id.ts';

const idHint = (id: string) => (id ? `Used in URLs and scripts. Leave empty to use ${id}.` : 'Used in URLs and scripts.');

/** Asks for the details of a project and creates it. */
export const askForProject = (): void =>
  openForm({
    title: 'New project',
    submitTitle: 'Create project',
    initial: { name: '', id: '', description: '', mode: 'open', defaultStickiness: 'default', pattern: '', example: '' },
    entries: ({ name }) => ({
      name: projectFields.name,
      id: { kind: 'text', label: 'ID', hint: idHint(projectIdOf(name)) },
      description: projectFields.description,
      mode: projectFields.mode,
      defaultStickiness: { ...projectFields.defaultStickiness, isRequired: true },
      pattern: projectFields.pattern,
      example: projectFields.example,
    }),
    submit: async ({ pattern, example, ...values }) => {
      const body = { ...values, id: values.id || projectIdOf(values.name), mode: values.mode as Mode };
      await ask('POST /api/admin/projects', { body });
      showToast(`Created ${body.name}.`);
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
    showError(`Created the project without its feature name pattern: ${error.message}`);
  }
}
