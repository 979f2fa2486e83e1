import { words } from '../../base/words.ts';
import { say, sayRefused } from '../../parts/toast.tsx';
import { openForm } from '../../parts/value-form.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { projectIdOf } from './project-id.ts';

const modes = ['open', 'protected', 'private'] as const;
type Mode = (typeof modes)[number];

/** Asks for what a project needs, and creates it. */
export const askForProject = (): void =>
  openForm({
    title: words.projects.create,
    submitTitle: words.projects.createThis,
    initial: { name: '', id: '', description: '', mode: 'open', defaultStickiness: 'default', pattern: '', example: '' },
    entries: ({ name }) => ({
      name: { kind: 'text', label: words.project.name, isRequired: true },
      id: { kind: 'text', label: words.projects.id, hint: words.projects.idHint(projectIdOf(name)) },
      description: { kind: 'text', label: words.project.description },
      mode: { kind: 'choice', label: words.project.mode, choices: modes.map((value) => ({ value, title: words.project.modes[value] })) },
      defaultStickiness: { kind: 'text', label: words.project.stickiness, hint: words.project.stickinessHint, isRequired: true },
      pattern: { kind: 'text', label: words.project.pattern, hint: words.project.patternHint },
      example: { kind: 'text', label: words.project.example },
    }),
    submit: async ({ pattern, example, ...values }) => {
      const body = { ...values, id: values.id || projectIdOf(values.name), mode: values.mode as Mode };
      await ask('POST /api/admin/projects', { body });
      say(words.projects.created(body.name));
      if (pattern) await setPattern(body.id, pattern, example || null);
      await askAgain();
    },
  });

/** The project is there by now, so what is refused of its pattern is said, and set right in its settings. */
async function setPattern(projectId: string, pattern: string, example: string | null): Promise<void> {
  try {
    const featureNaming = { pattern, example, description: null };
    await ask('PUT /api/admin/projects/{projectId}/settings', { path: { projectId }, body: { featureNaming } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(words.projects.patternRefused(error.message));
  }
}
