import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import type { AnswerOf } from '../../server/ask.ts';
import { Age, Day } from '../mark/age.tsx';
import { deletionOf } from '../form/confirm.tsx';
import type { Action, Column } from '../list/data-table.tsx';
import { ListPanel } from '../panel/list-panel.tsx';
import * as dataTableStyles from '../list/data-table.module.css';

type Found = AnswerOf<'GET /api/admin/user/tokens'>;

interface PersonalTokenTableProps {
  readonly of: UseQueryResult<Found, Refused>;
  readonly revoke: (id: number) => Promise<unknown>;
  readonly main?: Action;
}

export function PersonalTokenTable({ of, revoke, main }: PersonalTokenTableProps) {
  return (
    <ListPanel
      title="Personal access tokens"
      of={of}
      rows={({ pats }) => pats}
      nameOf={({ description }) => description}
      none="No tokens yet"
      main={main}
      columns={[{ title: 'Description', cell: ({ description }) => <b>{description}</b> }, ...tokenTimes]}
      actions={({ id, description }) => [deletionOfToken(description, () => revoke(id))]}
    />
  );
}

/** Columns with the last use and the expiry of a token. */
export const tokenTimes: readonly Column<Pick<Found['pats'][number], 'seenAt' | 'expiresAt' | 'renewableUntil'>>[] = [
  { title: 'Last used', cell: ({ seenAt }) => <Age at={seenAt} /> },
  { title: 'Expires', cell: (token) => <Expiry of={token} /> },
];

/** A login of the command line outlives its token: it can be renewed for some time. */
function Expiry({ of: { expiresAt, renewableUntil } }: { readonly of: Pick<Found['pats'][number], 'expiresAt' | 'renewableUntil'> }) {
  return (
    <span class={dataTableStyles.who}>
      <Day at={expiresAt} />
      {renewableUntil !== null && (
        <small>
          Renewable until <Day at={renewableUntil} />
        </small>
      )}
    </span>
  );
}

/** Asks for confirmation and deletes the token. */
export const deletionOfToken = (name: string, remove: () => Promise<unknown>): Action =>
  deletionOf({ name, noun: 'token', about: 'Scripts that use it stop working immediately.', remove });
