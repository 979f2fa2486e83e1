import { askAgain, type AnswerOf, type InputOf } from '../../server/ask.ts';
import { endOfDay, inDays } from '../../base/format.ts';
import { showOnce } from '../layer/shown-once.tsx';
import { openForm } from '../form/value-form.tsx';

type TokenInput = NonNullable<InputOf<'POST /api/admin/user/tokens'>['body']>;
type Issued = AnswerOf<'POST /api/admin/user/tokens'>;

const defaultDays = 90;

/** Asks for a description, creates a personal access token and shows it once. */
export const askForPersonalToken = (make: (input: TokenInput) => Promise<Issued>): void =>
  openForm({
    title: 'New token',
    initial: { description: '', expiresAt: inDays(defaultDays) },
    entries: {
      description: {
        kind: 'text',
        label: 'Description',
        hint: 'What the token is for. It has all permissions of its owner.',
        isRequired: true,
      },
      expiresAt: { kind: 'date', label: 'Expires', isRequired: true },
    },
    submit: async ({ description, expiresAt }) => {
      const { secret } = await make({ description, expiresAt: endOfDay(expiresAt) });
      showOnce({
        title: `Token ${description}`,
        parts: [
          { label: 'Secret', text: secret },
          { label: 'curl', text: `curl -H 'Authorization: ${secret}' \\\n  ${location.origin}/api/admin/projects` },
        ],
      });
      await askAgain();
    },
  });
