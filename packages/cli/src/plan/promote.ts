import { type Api, openApi } from '../api/api.ts';
import { exitCodes, usageProblem } from '../base/problem.ts';
import {
  choiceOption,
  command,
  type CommandSession,
  flagOption,
  repeatedOption,
  requiredOption,
  settingOption,
  textOption,
} from '../command/command.ts';
import { findToken } from '../credentials/find-token.ts';
import { applyOptions, confirmAndApply } from './apply-files.ts';
import { planAnswer } from './plan-files.ts';

export const promote = command({
  name: 'promote',
  summary: 'Promote flags from one environment to another, with their segments and everything else that they use',
  description: 'The flags are promoted together, or none. In a protected environment the promotion becomes one change request.',
  options: {
    project: settingOption('project'),
    from: requiredOption('Environment to promote from', 'name'),
    to: requiredOption('Environment to promote to', 'name'),
    toUrl: textOption('Address of another instance to promote to', 'url'),
    toProject: textOption('Project of the other instance (default: the same id)', 'id'),
    toToken: textOption(
      'Access token for the other instance (default: its login, or the ID token of the job) [SIGNALBOX_TO_TOKEN]',
      'token',
    ),
    flags: repeatedOption('Only these flags, separated by commas', 'names'),
    tag: repeatedOption('Only flags with this tag', 'type:value'),
    segments: choiceOption('Segments that differ in the target: update them (default), keep them, or fail', ['update', 'keep', 'fail']),
    enabled: choiceOption('Enable flags as in the source (default), or keep them as they are in the target', ['copy', 'keep']),
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
  ],
  async run(input, session) {
    const { project, to, toProject = project, segments, enabled, propose } = input;
    const api = await targetOf(input, session);
    const path = { projectId: toProject };
    const body = {
      from: await sourceOf(input, session),
      to: { environment: to },
      select: selectionOf(input),
      ...(segments !== undefined && { segments }),
      ...(enabled !== undefined && { enabled }),
      propose,
      overwrite: namesIn(input.overwrite),
    };
    const plan = await api.ask('POST /api/admin/projects/{projectId}/promotions/plan', { path, body });
    if (input.dryRun) return planAnswer(api, toProject, plan, false);
    const apply = () =>
      api.ask('POST /api/admin/projects/{projectId}/promotions', { path, body: { ...body, expect: { hash: plan.hash } } });
    return confirmAndApply({ api, plan, apply }, { ...input, project: toProject }, session);
  },
});

interface Endpoints {
  readonly project: string;
  readonly from: string;
  readonly toProject: string | undefined;
  readonly toUrl: string | undefined;
  readonly toToken: string | undefined;
}

const namesIn = (texts: readonly string[]): readonly string[] => texts.flatMap((text) => text.split(',')).filter((name) => name !== '');

function selectionOf({ flags, tag }: { readonly flags: readonly string[]; readonly tag: readonly string[] }) {
  const features = namesIn(flags);
  return { ...(features.length > 0 && { features }), ...(tag.length > 0 && { tags: tag }) };
}

/** The environment, or its documents for another instance. */
async function sourceOf({ project, from, toUrl }: Endpoints, session: CommandSession) {
  if (toUrl === undefined) return { environment: from };
  const request = { path: { projectId: project }, query: { environment: [from] } };
  const { documents } = await (await session.api()).ask('GET /api/admin/projects/{projectId}/documents', request);
  return { bundle: { environment: from, documents } };
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
