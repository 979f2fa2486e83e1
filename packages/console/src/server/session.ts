import { useAnswer } from './ask.ts';
import { describeLack, may } from './permission.ts';

/** The logged-in user with permissions. */
export function useSession() {
  const { data } = useAnswer('GET /api/admin/user', {});
  return {
    user: data?.user,
    may: (permission: string, where?: Parameters<typeof may>[2]) => may(data?.permissions ?? [], permission, where),
  };
}

/** The properties that make up a user's name. */
interface Called {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Display name of a user: name, otherwise login, otherwise id. */
export const calledOf = ({ name, username, email, id }: Called): string => name ?? username ?? email ?? String(id);

/** The project of an object; null for the instance. */
export type Home = string | null;

/**
 * Returns a function that gives the reason why the user cannot write objects of a project or the instance; undefined if permitted. A
 * permission for the whole instance suffices, and for a project also `ofProject` in it.
 */
export function useLackAt(ofProject: string) {
  const lack = useLack();
  return (permission: string, home: Home): string | undefined => {
    const refused = lack(permission);
    return refused === undefined || home === null ? refused : lack(ofProject, { project: home });
  };
}

/** Returns a function that gives the reason why a permission is missing, and whom to ask; undefined if the user has it. */
export function useLack() {
  const { may } = useSession();
  // The frame has loaded the projects; whatever else is shown needs no request of its own.
  const { data } = useAnswer('GET /api/admin/projects', {}, { when: false });
  return (permission: string, where?: Parameters<typeof may>[1]): string | undefined => {
    if (may(permission, where)) return undefined;
    const owners = data?.projects.find(({ id }) => id === where?.project)?.owners ?? [];
    const names = owners.flatMap((owner) => (owner.ownerType === 'user' ? owner.name : []));
    return describeLack(permission, where?.environment, names.slice(0, maxOwners));
  };
}

/** Returns a function that gives the name of a project; its id if the user cannot see the project. */
export function useProjectName() {
  const { data } = useAnswer('GET /api/admin/projects', {}, { when: false });
  return (id: string): string => data?.projects.find((project) => project.id === id)?.name ?? id;
}

/** Owners whom a refusal names. */
const maxOwners = 3;
