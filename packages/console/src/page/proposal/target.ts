import { signal } from '@preact/signals';
import type { ChangeRequest } from '../../server/ask.ts';
import { useProtected } from '../../server/protection.ts';

/** A protected environment of a project. */
export interface Where {
  readonly project: string;
  readonly environment: string;
}

/** The protected environment whose change requests changes of the whole project go to; null if none is protected. */
export function useProtecting(project: string | null): Where | null {
  const [environment] = useProtected(project) ?? [];
  return project === null || environment === undefined ? null : { project, environment };
}

/** The targets that the user chose, by project and environment, until the page is reloaded. */
const chosen = signal<ReadonlyMap<string, string>>(new Map());

export const keyOf = ({ project, environment }: Where): string => JSON.stringify([project, environment]);

export const chosenTarget = (where: Where): string | undefined => chosen.value.get(keyOf(where));

export function chooseTarget(where: Where, into: string): void {
  chosen.value = new Map([...chosen.value, [keyOf(where), into]]);
}

/** Where changes go: `draft`, `new`, or the number of a request. Without a choice of the user, never to a request in review. */
export const targetOf = (where: Where): string => chosenTarget(where) ?? 'draft';

/** The name of a target. Notes, buttons and confirmations use the same one. */
export function nameOf(into: string): string {
  if (into === 'draft') return 'your draft';
  return into === 'new' ? 'a new request' : `change request ${into}`;
}

/** The note about an environment: where changes go. */
export const describeTarget = (where: Where): string => `Protected: your changes go to ${nameOf(targetOf(where))}.`;

/** The title of a button that proposes a change. */
export const proposeTitle = (where: Where): string => `Add to ${nameOf(targetOf(where))}`;

/** Of the open requests of the user in the project, those in review or approved, which changes join only by choice. */
export const joinableIn = ({ environment }: Where, own: readonly ChangeRequest[]): readonly ChangeRequest[] =>
  own.filter((request) => request.environment === environment && request.state !== 'Draft');
