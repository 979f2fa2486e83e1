import { Problem, usageProblem } from '../base/problem.ts';
import { command, flagOption, numberOption, optionalSetting, settingOption, textOption } from '../command/command.ts';
import type { Answer } from '../output/answer.ts';
import { withoutOtherProjects } from './known-names.ts';
import { type ScannedCheckout, scanCheckout } from './scan-checkout.ts';
import type { CodeReference } from './scan-tree.ts';

export const scanReferences = command({
  name: 'code-refs scan',
  summary: 'Find the flags of a project in code',
  description:
    'Reads the files that git tracks. TypeScript and JavaScript are parsed; in other languages, calls of SDKs are found by their pattern. ' +
    'Code is only sent with --context.',
  options: {
    project: settingOption('project'),
    calls: optionalSetting('calls'),
    upload: flagOption('Replace the references that the server has for this branch'),
    context: numberOption('Upload this many lines of code with each reference', 'lines', 0),
    repository: textOption('Name of the repository (default: the path of the remote `origin`)', 'name'),
    branch: textOption('Name of the branch (default: the current branch)', 'name'),
    sequence: textOption('Number of this scan; the server refuses lower ones (default: the time of the commit)', 'number'),
    linkTemplate: textOption('Address of a line, with {commit}, {path} and {line} (default: from the remote `origin`)', 'url'),
  },
  examples: [
    { line: 'signalbox code-refs scan', text: 'Lists the flags that the code names.' },
    {
      line: 'signalbox code-refs scan --calls isOn --output json',
      text: 'Lists the references, also those where the own function `isOn` is called.',
    },
  ],
  async run({ project, calls = [], upload, context, ...target }, session) {
    if (context > 0 && !upload) throw usageProblem('--context requires --upload.');
    const scanned = await scanCheckout(session, project, calls);
    const unknown = await withoutOtherProjects(scanned.api, scanned.unknown);
    const { repository = scanned.checkout.repository, branch = scanned.checkout.branch, ...more } = target;
    if (upload) await uploadReferences(scanned, { project, repository, branch, context, ...more });
    return answerOf({ ...scanned, unknown }, { project, repository, branch }, upload);
  },
});

interface Upload {
  readonly project: string;
  readonly context: number;
  readonly repository: string | undefined;
  readonly branch: string | undefined;
  readonly sequence: string | undefined;
  readonly linkTemplate: string | undefined;
}

const maxReferences = 25_000;
const maxTextLength = 500;

async function uploadReferences(
  scanned: ScannedCheckout,
  { project, repository, branch, context, sequence, linkTemplate }: Upload,
): Promise<void> {
  const { api, checkout, references } = scanned;
  if (repository === undefined) throw usageProblem('The repository has no remote `origin`: use --repository.');
  if (branch === undefined) throw usageProblem('The checkout is on no branch: use --branch.');
  const number = sequence === undefined ? checkout.committedAt : Number(sequence);
  if (!Number.isSafeInteger(number) || number < 0) throw usageProblem(`--sequence must be an integer of at least 0; got ${sequence}.`);
  if (references.length > maxReferences)
    throw new Problem('TooManyReferences', `The code has ${references.length} references; at most ${maxReferences} can be stored.`);
  const urlTemplate = linkTemplate ?? checkout.urlTemplate;
  const body = {
    commit: checkout.commit,
    scannedAt: new Date().toISOString(),
    sequence: number,
    ...(urlTemplate !== undefined && { urlTemplate }),
    references: context === 0 ? references : withText(scanned, context),
  };
  const path = { projectId: project, repository, branch };
  await api.ask('PUT /api/admin/projects/{projectId}/code-references/{repository}/branches/{branch}', { path, body });
}

/** References with lines of code around them. */
function withText({ references, tree }: ScannedCheckout, count: number): readonly (CodeReference & { readonly text: string })[] {
  const files = new Map<string, readonly string[]>();
  return references.map((reference) => {
    const { path, line } = reference;
    const lines = files.get(path) ?? (tree.get(path)?.read()?.toString() ?? '').split('\n');
    files.set(path, lines);
    const first = Math.max(0, line - 1 - Math.floor((count - 1) / 2));
    return {
      ...reference,
      text: lines
        .slice(first, first + count)
        .join('\n')
        .slice(0, maxTextLength),
    };
  });
}

function answerOf(scanned: ScannedCheckout, of: Pick<Upload, 'project' | 'repository' | 'branch'>, uploaded: boolean): Answer {
  const { references, unknown, computed, skipped, files, checkout } = scanned;
  const features = [...new Set(references.map(({ feature }) => feature))].sort();
  const countOf = (feature: string, kind: CodeReference['kind']) =>
    references.filter((each) => each.feature === feature && each.kind === kind).length || '';
  const kinds = { evaluations: 'evaluation', definitions: 'definition', tests: 'test', mentions: 'mention' } as const;
  const rows = features.map((feature) => [feature, ...Object.values(kinds).map((kind) => countOf(feature, kind)), '']);
  const unknownNames = [...new Set(unknown.map(({ feature }) => feature))].sort();
  return {
    data: { ...of, commit: checkout.commit, files, uploaded, references, unknown, computed, skipped },
    table: {
      titles: ['flag', ...Object.keys(kinds), ''],
      rows: [...rows, ...unknownNames.map((name) => [name, '', '', '', '', 'unknown to the server'])],
    },
  };
}
