import type { Agent } from '../../server/operations.ts';

/** The user, behind the agent that acted for the user, if any. */
export const actorOf = ({ via, createdBy }: { readonly via?: Agent | undefined; readonly createdBy: string }): string =>
  via ? `${via.agent} for ${createdBy}` : createdBy;
