import type { DocumentPlan, PlanAction } from '../api/operations.ts';

const signs: Readonly<Record<PlanAction['op'], string>> = { create: '+', update: '~', delete: '-' };

/** A remark for each action, such as its last change by hand. */
export type Remarks = ReadonlyMap<PlanAction, string>;

/** The plan for readers: a line for each object, and a line for each of its differences. */
export function describePlan({ actions, summary }: DocumentPlan, remarks: Remarks = new Map()): string {
  const blocks = actions.map((action) =>
    [headOf(action), ...differencesOf(action), ...shutOutBy(action), ...remarkOf(remarks.get(action))].join('\n'),
  );
  return [...blocks, summaryOf(summary)].join('\n');
}

const shutOutBy = ({ localApplications = [] }: PlanAction): readonly string[] =>
  localApplications.map(
    ({ appName, feature, environment }) =>
      `    ${appName} would no longer get ${feature} in ${environment}: it evaluates locally, and the list is too long for SDKs`,
  );

const remarkOf = (remark: string | undefined): readonly string[] => (remark === undefined ? [] : [`    ${remark}`]);

/** `1 to create, 2 to update, 0 to delete; 12 unchanged`. */
export function summaryOf({ create, update, delete: deleted, same, refused }: DocumentPlan['summary']): string {
  const changes = `${create} to create, ${update} to update, ${deleted} to delete; ${same} unchanged`;
  return `Plan: ${changes}${refused > 0 ? `; ${refused} refused` : ''}.`;
}

function headOf({ op, kind, name, environment, protected: isProtected, reason, changedInTarget }: PlanAction): string {
  const where = environment === undefined ? '' : ` in ${environment}`;
  const notes = [
    ...(reason === undefined ? [] : [`refused: ${reason}`]),
    ...(isProtected ? ['needs approval'] : []),
    ...(changedInTarget === true ? ['changed in the target since the last promotion'] : []),
  ];
  return `${reason === undefined ? signs[op] : '!'} ${kind} ${name}${where}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

const textOf = (value: unknown): string => (value === undefined ? 'default' : JSON.stringify(value));

function differencesOf({ op, before, after, patch }: PlanAction): readonly string[] {
  if (op === 'delete') return [];
  if (op === 'create') return Object.entries(after ?? {}).map(([name, value]) => `    ${name}: ${textOf(value)}`);
  return patch.map(({ op: how, path, value }) => {
    const name = path.slice(1);
    if (how === 'remove') return `    ${name}: ${textOf(valueAt(before, path))} → default`;
    return `    ${name}: ${textOf(how === 'add' ? undefined : valueAt(before, path))} → ${textOf(value)}`;
  });
}

/** The value at a JSON Pointer (RFC 6901). */
function valueAt(document: unknown, pointer: string): unknown {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined),
    document,
  );
}

/** The plan for a comment on a pull request. */
export function planInMarkdown(plan: DocumentPlan, { project, remarks }: { readonly project: string; readonly remarks: Remarks }): string {
  const head = `### Plan for ${project}\n\n${summaryOf(plan.summary)}\n`;
  if (plan.actions.length === 0) return head;
  const isProtected = plan.actions.some((action) => action.protected);
  const body = describePlan(plan, remarks)
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/^~/, '!'))
    .join('\n');
  const approval = isProtected ? '\nChanges that need approval become a change request for each environment.\n' : '';
  return `${head}\n\`\`\`diff\n${body}\n\`\`\`\n${approval}\nHash: \`${plan.hash}\`\n`;
}
