/** What a change is about, as the stream tells it. */
export interface LiveChange {
  readonly type: string;
  readonly project: string | null;
  readonly environment: string | null;
  readonly featureName: string | null;
  readonly revision: string | null;
  readonly groupId: string | null;
  readonly changeRequest?: number;
}

/** Kinds that change nothing of projects, and the answers that tell of them. */
const ofUsers = /^(?:user|service-account|group|role|pat|api-token|public-signup|sign-on|addon|banner)-/;
const aboutUsers = /user|account|group|role|access|token|invite|events|audit|addons|banner/;

/** Whether an answer may say something else after a change: one of the same project and feature, or one that names none. */
export function concerns(change: Pick<LiveChange, 'type' | 'project' | 'featureName'>, [name, asked]: readonly unknown[]): boolean {
  if (ofUsers.test(change.type) && !aboutUsers.test(String(name))) return false;
  return isAbout(change.project, named(asked, 'project')) && isAbout(change.featureName, named(asked, 'feature'));
}

const isAbout = (changed: string | null, asked: string | null): boolean => changed === null || asked === null || changed === asked;

/** Under which names questions have a project or a feature; of lists it stands behind an operator. */
const keys = { project: ['projectId', 'project'], feature: ['featureName', 'feature'] } as const;

function named(asked: unknown, what: keyof typeof keys): string | null {
  if (typeof asked !== 'object' || asked === null) return null;
  const parts = asked as Readonly<Record<string, unknown>>;
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
