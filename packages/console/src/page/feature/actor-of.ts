import type { Agent } from '../../server/ask.ts';

interface Authored {
  readonly via?: Agent | undefined;
  readonly createdBy: string | { readonly username?: string | null };
}

/** The user, behind the agent that acted for the user, if any. */
export function actorOf({ via, createdBy }: Authored): string {
  const user = typeof createdBy === 'string' ? createdBy : (createdBy.username ?? '');
  return via ? `${via.agent} for ${user}` : user;
}
