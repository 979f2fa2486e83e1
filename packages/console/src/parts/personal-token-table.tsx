import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../server/refusal.ts';
import type { AnswerOf } from '../server/request.ts';
import { words } from '../base/words.ts';
import { Age, Day } from './age.tsx';
import { carryOut } from './attempt.ts';
import { confirm } from './confirm.tsx';
import type { Action, Column } from './data-table.tsx';
import { ListPanel } from './list-panel.tsx';

type Found = AnswerOf<'GET /api/admin/user/tokens'>;

interface PersonalTokenTableProps {
  readonly of: UseQueryResult<Found, Refused>;
  readonly revoke: (id: number) => Promise<unknown>;
  readonly main?: Action;
}

/** The personal tokens of a user. */
export function PersonalTokenTable({ of, revoke, main }: PersonalTokenTableProps) {
  return (
    <ListPanel
      label={words.personalTokens.title}
      isOneOfSeveral
      of={of}
      rows={({ pats }) => pats}
      nameOf={({ description }) => description}
      none={words.personalTokens.none}
      main={main}
      columns={[{ title: words.personalTokens.description, cell: ({ description }) => <b>{description}</b> }, ...tokenTimes]}
      actions={({ id, description }) => [deletionOfToken(description, () => revoke(id))]}
    />
  );
}

/** When a token was last used, and when it expires. */
export const tokenTimes: readonly Column<Pick<Found['pats'][number], 'seenAt' | 'expiresAt'>>[] = [
  { title: words.personalTokens.seen, cell: ({ seenAt }) => <Age at={seenAt} /> },
  { title: words.personalTokens.expires, cell: ({ expiresAt }) => <Day at={expiresAt} /> },
];

/** Asks, and then revokes the token. */
export const deletionOfToken = (description: string, revoke: () => Promise<unknown>): Action => ({
  title: words.delete,
  isDestructive: true,
  act: () =>
    confirm({
      title: words.deleteWhat(description),
      about: words.personalTokens.deleteAbout,
      submitTitle: words.personalTokens.delete,
      act: () => carryOut(revoke, words.deleted(description)),
    }),
});
