import { exitCodes } from '../base/problem.ts';
import { command, optionalSetting, settingOption, textOption } from '../command/command.ts';
import type { Answer } from '../output/answer.ts';
import { codeOf } from '../output/render.ts';
import { gitText } from './git.ts';
import { withoutOtherProjects } from './known-names.ts';
import { scanCheckout } from './scan-checkout.ts';
import type { CodeReference } from './scan-tree.ts';
import { readCommit } from './tree.ts';

/** A flag of which a change adds or removes references. */
interface ChangedFlag {
  readonly feature: string;
  readonly added: readonly CodeReference[];
  readonly removed: readonly CodeReference[];
  /** True if the code no longer names it. */
  readonly isGone: boolean;
}

export const diffReferences = command({
  name: 'code-refs diff',
  summary: 'Compare the flags in code with those of another commit',
  description: 'Compares with the merge base. The exit code is 2 if the change evaluates a flag that the server does not know.',
  options: {
    project: settingOption('project'),
    calls: optionalSetting('calls'),
    base: textOption('Commit or branch to compare with (default: origin/main)', 'commit'),
  },
  examples: [
    { line: 'signalbox code-refs diff --base HEAD', text: 'Compares the working tree with the last commit.' },
    { line: 'signalbox code-refs diff --base main --output markdown', text: 'Prints a comment for a pull request.' },
  ],
  async run({ project, calls = [], base = 'origin/main' }, session) {
    const head = await scanCheckout(session, project, calls);
    const { root } = head.checkout;
    const commit = await gitText(root, 'merge-base', '--', base, 'HEAD');
    const before = await head.scan(await readCommit(root, commit, head.tree));
    const flags = changesOf(before.references, head.references);
    const unknown = await withoutOtherProjects(
      head.api,
      changesOf(before.unknown, head.unknown).flatMap(({ added }) => added),
    );
    return answerOf(flags, unknown, { project, base, commit });
  },
});

/** Compares references without their lines, which other changes move. */
function changesOf(before: readonly CodeReference[], after: readonly CodeReference[]): readonly ChangedFlag[] {
  const added = without(after, before);
  const removed = without(before, after);
  const remaining = new Set(after.map(({ feature }) => feature));
  const of = (list: readonly CodeReference[], feature: string) => list.filter((each) => each.feature === feature);
  return [...new Set([...added, ...removed].map(({ feature }) => feature))]
    .sort()
    .map((feature) => ({ feature, added: of(added, feature), removed: of(removed, feature), isGone: !remaining.has(feature) }));
}

const keyOf = ({ feature, path, kind, symbol = '' }: CodeReference): string => [feature, path, kind, symbol].join('\0');

function without(list: readonly CodeReference[], others: readonly CodeReference[]): readonly CodeReference[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return list.filter((each) => {
    const count = counts.get(keyOf(each)) ?? 0;
    counts.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

function answerOf(flags: readonly ChangedFlag[], unknown: readonly CodeReference[], about: object): Answer {
  const lines = [
    ...flags.flatMap(({ feature, added, removed, isGone }) => [
      ...added.map((each) => `+ ${feature} ${locationOf(each)}`),
      ...removed.map((each) => `- ${feature} ${locationOf(each)}`),
      ...(isGone ? [`! ${feature} is no longer in the code`] : []),
    ]),
    ...unknown.map((each) => `! ${each.feature} ${locationOf(each)} is unknown to the server`),
  ];
  return {
    data: { ...about, flags, unknown },
    text: lines.length === 0 ? 'The change adds and removes no references to flags.' : lines.join('\n'),
    isDiff: true,
    markdown: markdownOf(flags, unknown),
    exitCode: unknown.length > 0 ? exitCodes.differences : exitCodes.done,
  };
}

const locationOf = ({ path, line, kind }: CodeReference): string => `${path}:${line} (${kind})`;

function markdownOf(flags: readonly ChangedFlag[], unknown: readonly CodeReference[]): string {
  const cell = (list: readonly CodeReference[]) => list.map(({ path, line }) => codeOf(`${path}:${line}`)).join('<br>');
  const rows = flags.map(
    ({ feature, added, removed, isGone }) => `| ${codeOf(feature)}${isGone ? ' (gone)' : ''} | ${cell(added)} | ${cell(removed)} |`,
  );
  const warnings = unknown.map(({ feature, path, line }) => `- ${codeOf(feature)} in ${codeOf(`${path}:${line}`)}`);
  return [
    '### Flags in code',
    '',
    ...(rows.length > 0
      ? ['| flag | added | removed |', '| --- | --- | --- |', ...rows]
      : ['No references to flags were added or removed.']),
    ...(warnings.length > 0 ? ['', 'Unknown to the server:', '', ...warnings] : []),
    '',
  ].join('\n');
}
