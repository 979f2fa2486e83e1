import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { say } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

interface AddPersonaProps {
  readonly project: string;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Saves a context under a name, for all who look at the project's features. */
export function AddPersona({ project, isOpen, close }: AddPersonaProps) {
  return (
    <Dialog title={words.persona.submit} isOpen={isOpen} close={close}>
      <AddPersonaForm project={project} done={close} />
    </Dialog>
  );
}

function AddPersonaForm({ project, done }: { readonly project: string; readonly done: () => void }) {
  const name = useSignal('');
  const appName = useSignal('console');
  const userId = useSignal('');
  const properties = useSignal('');
  const refused = useSignal<string | null>(null);
  async function save() {
    const context = {
      appName: appName.value,
      ...(userId.value && { userId: userId.value }),
      properties: propertiesIn(properties.value),
    };
    try {
      await ask('POST /api/admin/projects/{projectId}/personas', { path: { projectId: project }, body: { name: name.value, context } });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error.message;
      return;
    }
    done();
    say(words.persona.saved(name.value));
    await askAgain('GET /api/admin/projects/{projectId}/personas');
  }
  return (
    <Form title={words.persona.submit} refused={refused.value} submit={save}>
      <Field
        label={words.persona.name}
        hint={words.persona.nameHint}
        value={name.value}
        change={(value) => (name.value = value)}
        isFirst
        isRequired
      />
      <Field label={words.persona.application} value={appName.value} change={(value) => (appName.value = value)} isRequired />
      <Field label={words.persona.userId} value={userId.value} change={(value) => (userId.value = value)} />
      <TextField
        label={words.persona.properties}
        hint={words.persona.propertiesHint}
        value={properties.value}
        change={(value) => (properties.value = value)}
      />
    </Form>
  );
}

/** Lines of `field=value`. */
const propertiesIn = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    written.split('\n').flatMap((line) => {
      const [, field, value] = /^([^=]+)=(.*)$/.exec(line.trim()) ?? [];
      return field === undefined || value === undefined ? [] : [[field.trim(), value.trim()]];
    }),
  );
