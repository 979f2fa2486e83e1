import { words } from '../base/words.ts';
import { useAnswer } from './answer.ts';
import { may } from './permission.ts';
import type { AnswerOf } from './request.ts';

type Session = AnswerOf<'GET /api/admin/user'>;

/** Who is logged in, and what that person may do where. */
export function useSession() {
  const { data } = useAnswer('GET /api/admin/user', {});
  return {
    user: data?.user,
    may: (permission: string, where?: Parameters<typeof may>[2]) => may(data?.permissions ?? [], permission, where),
  };
}

type Called = Pick<Session['user'], 'id' | 'name' | 'username' | 'email'>;

/** How people call somebody: by name, else by what they log in with. */
export const calledOf = ({ name, username, email, id }: Called): string => name ?? username ?? email ?? String(id);

/** Why something cannot be done here, by the permission that it needs; undefined where it can. */
export function useLack() {
  const { may } = useSession();
  return (permission: string, where?: Parameters<typeof may>[1]): string | undefined =>
    may(permission, where) ? undefined : words.lacks(permission);
}
