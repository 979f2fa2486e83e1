import { askAgain } from '../server/answer.ts';
import type { AnswerOf, Asked } from '../server/request.ts';
import { endOfDay, inDays } from '../base/time.ts';
import { words } from '../base/words.ts';
import { showOnce } from './shown-once.tsx';
import { openForm } from './value-form.tsx';

type Wanted = NonNullable<Asked<'POST /api/admin/user/tokens'>['body']>;
type Issued = AnswerOf<'POST /api/admin/user/tokens'>;

const defaultDays = 90;

/** Asks what a token of somebody is for, makes it and shows it once. */
export const askForPersonalToken = (make: (wanted: Wanted) => Promise<Issued>): void =>
  openForm({
    title: words.personalTokens.create,
    submitTitle: words.personalTokens.create,
    initial: { description: '', expiresAt: inDays(defaultDays) },
    entries: {
      description: { kind: 'text', label: words.personalTokens.description, hint: words.personalTokens.descriptionHint, isRequired: true },
      expiresAt: { kind: 'date', label: words.personalTokens.expires, isRequired: true },
    },
    submit: async ({ description, expiresAt }) => {
      const { secret } = await make({ description, expiresAt: endOfDay(expiresAt) });
      showOnce({
        title: words.personalTokens.made(description),
        parts: [
          { label: words.apiTokens.secret, text: secret },
          { label: words.apiTokens.curl, text: `curl -H 'Authorization: ${secret}' \\\n  ${location.origin}/api/admin/projects` },
        ],
      });
      await askAgain();
    },
  });
