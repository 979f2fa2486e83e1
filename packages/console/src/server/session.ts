import { serverTexts } from './texts.ts';
import { useAnswer } from './answer.ts';
import { may } from './permission.ts';

/** Who is logged in, and what that person may do where. */
export function useSession() {
  const { data } = useAnswer('GET /api/admin/user', {});
  return {
    user: data?.user,
    may: (permission: string, where?: Parameters<typeof may>[2]) => may(data?.permissions ?? [], permission, where),
  };
}

/** Somebody, as far as the name goes. */
interface Called {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** How people call somebody: by name, else by what they log in with. */
export const calledOf = ({ name, username, email, id }: Called): string => name ?? username ?? email ?? String(id);

/** Why something cannot be done here, by the permission that it needs; undefined where it can. */
export function useLack() {
  const { may } = useSession();
  return (permission: string, where?: Parameters<typeof may>[1]): string | undefined =>
    may(permission, where) ? undefined : serverTexts.lacks(permission);
}
