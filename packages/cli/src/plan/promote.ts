import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Api, openApi } from '../api/api.ts';
import type { Bundle, Promotion } from '../api/operations.ts';
import { exitCodes, usageProblem } from '../base/problem.ts';
import { choiceOption, command, type CommandSession, flagOption, repeatedOption, settingOption, textOption } from '../command/command.ts';
import { findToken } from '../credentials/find-token.ts';
import { applyOptions, confirmAndApply } from './apply-files.ts';
import { reasonHeader } from '../flag/reason.ts';
import { sentenceOf } from '../output/answer.ts';
import { downloadList, listFinder, listsIn, uploadMissing } from './carry-lists.ts';
import { planAnswer } from './plan-files.ts';
import { readSignedBundle, writeSignedBundle } from './signed-bundle.ts';
import { durationOf } from './wait-for-requests.ts';

export const promote = command({
  name: 'promote',
  summary: 'Promote flags from one environment to another, with their segments and everything else that they use',
  description: 'The flags are promoted together, or none. In a protected environment the promotion becomes one change request.',
  options: {
    project: settingOption('project'),
    from: textOption('Environment to promote from', 'name'),
    to: textOption('Environment to promote to', 'name'),
    toUrl: textOption('Address of another instance to promote to', 'url'),
    toProject: textOption('Project of the other instance (default: the same id)', 'id'),
    toToken: textOption(
      'Access token for the other instance (default: its login, or the ID token of the job) [SIGNALBOX_TO_TOKEN]',
      'token',
    ),
    toBundle: textOption('Write a signed file for another instance instead of promoting; only administrators can', 'file'),
    fromBundle: textOption('Promote a signed file of another instance', 'file'),
    trustedKey: repeatedOption('Thumbprint of a key that may sign --from-bundle; --to-bundle prints it', 'thumbprint'),
    maxAge: textOption('Refuse a --from-bundle that was signed longer ago, such as 12h (default: 168h)', 'time'),
    flags: repeatedOption('Only these flags, separated by commas', 'names'),
    tag: repeatedOption('Only flags with this tag', 'type:value'),
    changedSince: textOption('Only flags that a user changed since this day or moment in UTC', 'day'),
    segments: choiceOption('Segments that differ in the target: update them (default), keep them, or fail', ['update', 'keep', 'fail']),
    enabled: choiceOption('Enable flags as in the source (default), or keep them as they are in the target', ['copy', 'keep']),
    withReleasePlans: flagOption('Replace release plans and safeguards of the target by those of the source'),
    propose: flagOption('Propose protected changes, even if you may make them directly'),
    overwrite: repeatedOption('Flags that changed in the target since the last promotion, and may be overwritten', 'names'),
    dryRun: flagOption('Only show the plan'),
    ...applyOptions,
  },
  examples: [
    {
      line: 'signalbox promote --from development --to production --dry-run',
      text: 'Shows the differences between two environments.',
      exitCode: exitCodes.differences,
    },
    { line: 'signalbox promote --from development --to production --flags new-checkout --yes', text: 'Promotes one flag.' },
    {
      line: 'signalbox promote --from development --changed-since 2026-01-31 --to-bundle flags.json',
      text: 'Writes a signed file for an instance that this computer cannot reach.',
    },
  ],
  async run(input, session) {
    if (input.toBundle !== undefined) return exportBundle(input, input.toBundle, session);
    const { project, to, toProject = project, segments, enabled, withReleasePlans, propose } = input;
    if (to === undefined) throw usageProblem('--to or --to-bundle is missing.');
    const api = await targetOf(input, session);
    const path = { projectId: toProject };
    const from = await sourceOf(input, session);
    if (from.bundle) await carryLists(api, from.bundle, input, session);
    const body = {
      from,
      to: { environment: to },
      // The selection of a bundle of another instance was made there.
      ...(input.toUrl === undefined && { select: selectionOf(input) }),
      ...(segments !== undefined && { segments }),
      ...(enabled !== undefined && { enabled }),
      withReleasePlans,
      propose,
      overwrite: namesIn(input.overwrite),
    };
    const plan = await api.ask('POST /api/admin/projects/{projectId}/promotions/plan', { path, body });
    if (input.dryRun) return planAnswer(api, toProject, plan, false);
    const apply = () =>
      api.ask('POST /api/admin/projects/{projectId}/promotions', {
        path,
        body: { ...body, expect: { hash: plan.hash } },
        headers: reasonHeader(input.reason),
      });
    return confirmAndApply({ api, plan, apply }, { ...input, project: toProject }, session);
  },
});

interface Endpoints {
  readonly project: string;
  readonly from: string | undefined;
  readonly fromBundle: string | undefined;
  readonly trustedKey: readonly string[];
  readonly maxAge: string | undefined;
  readonly flags: readonly string[];
  readonly tag: readonly string[];
  readonly changedSince: string | undefined;
  readonly toProject: string | undefined;
  readonly toUrl: string | undefined;
  readonly toToken: string | undefined;
}

const namesIn = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split(',')).filter((name) => name !== '');

function selectionOf({ flags, tag, changedSince }: Pick<Endpoints, 'flags' | 'tag' | 'changedSince'>) {
  const features = namesIn(flags);
  if (changedSince !== undefined && Number.isNaN(Date.parse(changedSince)))
    throw usageProblem(`--changed-since requires a date such as 2027-01-31; got ${changedSince}.`);
  return {
    ...(features.length > 0 && { features }),
    ...(tag.length > 0 && { tags: tag }),
    ...(changedSince !== undefined && { changedSince: new Date(changedSince).toISOString() }),
  };
}

/** The environment, a signed file, or the selected features for another instance. */
async function sourceOf(endpoints: Endpoints, session: CommandSession): Promise<Promotion['from']> {
  const { from, fromBundle, trustedKey, maxAge = defaultMaxAge, toUrl } = endpoints;
  if ((from === undefined) === (fromBundle === undefined)) throw usageProblem('Exactly one of --from and --from-bundle is required.');
  if (fromBundle === undefined) return toUrl === undefined ? { environment: from ?? '' } : { bundle: await readBundle(endpoints, session) };
  if (toUrl !== undefined) throw usageProblem('--from-bundle promotes to this instance; --to-url cannot be used with it.');
  const path = resolve(session.terminal.cwd, fromBundle);
  return { bundle: await readSignedBundle(path, { keys: trustedKey, maxAgeMs: durationOf(maxAge) }) };
}

const defaultMaxAge = '168h';

/** Uploads the lists of a bundle that the target lacks: from the files next to a signed one, or from this instance. */
async function carryLists(api: Api, { documents }: Bundle, { fromBundle }: Pick<Endpoints, 'fromBundle'>, session: CommandSession) {
  if (fromBundle !== undefined) return uploadMissing(api, documents, listFinder([dirname(resolve(session.terminal.cwd, fromBundle))]));
  const source = await session.api();
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-lists-'));
  try {
    await uploadMissing(api, documents, async (hash) => join(folder, await downloadList(source, folder, hash)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readBundle({ project, from = '', ...selection }: Endpoints, session: CommandSession): Promise<Bundle> {
  const request = { path: { projectId: project }, body: { environment: from, select: selectionOf(selection) } };
  return (await session.api()).ask('POST /api/admin/projects/{projectId}/promotions/bundle', request);
}

async function exportBundle(endpoints: Endpoints & { readonly to: string | undefined }, file: string, session: CommandSession) {
  if (endpoints.from === undefined) throw usageProblem('--to-bundle requires --from.');
  if (endpoints.to !== undefined || endpoints.toUrl !== undefined)
    throw usageProblem('--to-bundle writes a file; --to and --to-url cannot be used with it.');
  const bundle = await readBundle(endpoints, session);
  const api = await session.api();
  const path = resolve(session.terminal.cwd, file);
  const key = await writeSignedBundle(api, path, bundle);
  for (const hash of listsIn(bundle.documents).keys()) await downloadList(api, dirname(path), hash);
  return sentenceOf(
    { file, documents: bundle.documents.length, key },
    `${bundle.documents.length} documents are written to ${file}. Promote them with --from-bundle ${file} --trusted-key ${key}.`,
  );
}

/** The API of the target. The token of this instance is not sent to another one. */
async function targetOf({ toUrl, toProject, toToken }: Endpoints, session: CommandSession): Promise<Api> {
  if (toUrl === undefined) {
    // Names of flags are unique within an instance.
    if (toProject !== undefined) throw usageProblem('--to-project requires --to-url.');
    return session.api();
  }
  if (!URL.canParse(toUrl)) throw usageProblem(`--to-url is not a URL: ${toUrl}.`);
  const { settings, terminal } = session;
  const { token: _, ...others } = settings;
  const given = toToken ?? terminal.env['SIGNALBOX_TO_TOKEN'];
  const found =
    given === undefined ? await findToken({ ...others, url: { value: toUrl, origin: '--to-url' } }, terminal) : { token: given };
  return openApi({ url: toUrl, token: found?.token, fetch: terminal.fetch, signal: terminal.signal });
}
