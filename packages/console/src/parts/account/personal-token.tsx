import { askAgain } from '../../server/answer.ts';
import type { AnswerOf, InputOf } from '../../server/request.ts';
import { endOfDay, inDays } from '../../base/time.ts';
import { partsTexts } from '../texts.ts';
import { showOnce } from '../layer/shown-once.tsx';
import { openForm } from '../form/value-form.tsx';

type TokenInput = NonNullable<InputOf<'POST /api/admin/user/tokens'>['body']>;
type Issued = AnswerOf<'POST /api/admin/user/tokens'>;

const defaultDays = 90;

/** Asks for a description, creates a personal access token and shows it once. */
export const askForPersonalToken = (make: (input: TokenInput) => Promise<Issued>): void =>
  openForm({
    title: partsTexts.personalTokens.create,
    submitTitle: partsTexts.personalTokens.create,
    initial: { description: '', expiresAt: inDays(defaultDays) },
    entries: {
      description: {
        kind: 'text',
        label: partsTexts.personalTokens.description,
        hint: partsTexts.personalTokens.descriptionHint,
        isRequired: true,
      },
      expiresAt: { kind: 'date', label: partsTexts.personalTokens.expires, isRequired: true },
    },
    submit: async ({ description, expiresAt }) => {
      const { secret } = await make({ description, expiresAt: endOfDay(expiresAt) });
      showOnce({
        title: partsTexts.personalTokens.made(description),
        parts: [
          { label: partsTexts.apiTokens.secret, text: secret },
          { label: partsTexts.apiTokens.curl, text: `curl -H 'Authorization: ${secret}' \\\n  ${location.origin}/api/admin/projects` },
        ],
      });
      await askAgain();
    },
  });
