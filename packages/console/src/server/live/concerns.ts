/** A change as reported by the event stream. */
export interface LiveChange {
  readonly type: string;
  readonly project: string | null;
  readonly featureName: string | null;
  readonly groupId?: string | null;
  readonly changeRequest?: number;
}

/** Event types that do not affect projects, and the responses that they do affect. */
const ofUsers = /^(?:user|service-account|group|role|pat|api-token|public-signup|sign-on|addon|banner)-/;
const aboutUsers = /user|account|group|role|access|token|invite|events|audit|addons|banner/;

/** Whether a response may differ after a change: it has the same project and feature, or names none. Only a change of the user's notifications affects those. */
export function concerns(change: Pick<LiveChange, 'type' | 'project' | 'featureName'>, [name, input]: readonly unknown[]): boolean {
  if ((change.type === 'notified') !== String(name).endsWith('/user/notifications')) return false;
  if (ofUsers.test(change.type) && !aboutUsers.test(String(name))) return false;
  return isAbout(change.project, named(input, 'project')) && isAbout(change.featureName, named(input, 'feature'));
}

const isAbout = (changed: string | null, input: string | null): boolean => changed === null || input === null || changed === input;

/** Parameters that name a project or feature. Search parameters have an operator prefix. */
const keys = { project: ['projectId', 'project'], feature: ['featureName', 'feature'] } as const;

function named(input: unknown, what: keyof typeof keys): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const parts = input as Readonly<Record<string, unknown>>;
  for (const part of [parts['path'], parts['query'], parts]) {
    const found = textIn(part, keys[what]);
    if (found !== null) return found;
  }
  return null;
}

function textIn(part: unknown, names: readonly string[]): string | null {
  if (typeof part !== 'object' || part === null) return null;
  for (const name of names) {
    const value = (part as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string') return value.startsWith('IS_ANY_OF:') ? null : value.replace(/^IS:/, '');
  }
  return null;
}
