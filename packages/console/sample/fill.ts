import { sampleEnvironments, type SampleEnvironment, type SampleFeature, sampleFeatures } from './features.ts';
import { archivedFeatures, importHistory } from './history.ts';
import { addUsers, changeAsUsers } from './users.ts';
import { beginRelease, protectProduction } from './release.ts';
import { create, read, type SendSample, write, writeWithNewToken } from './send.ts';
import { pastGauges, pastUsage, reportOf } from './usage.ts';
import { addVocabulary, personas, projects, segments } from './vocabulary.ts';

export type { SendSample } from './send.ts';

/** Thrown when the instance is not empty. */
export class NotEmpty extends Error {
  constructor(name: string) {
    super(`Sample data requires an empty instance, but it has the feature ${name}.`);
  }
}

/** A token with which the applications of a project report their evaluations. */
export interface SampleToken {
  readonly project: SampleFeature['project'];
  readonly environment: SampleEnvironment;
  readonly secret: string;
}

/**
 * Fills an empty instance with sample data: two projects of a shop with features, segments, personas, a release, change requests in review and
 * two months of evaluations and changes by several users. Uses only the API, so events, revisions and projections match ordinary use.
 * Existing sample data stays, so a second run continues an interrupted one. Returns new tokens for further reports. Throws `NotEmpty` if
 * the instance has a feature that is not part of the sample, and an error that names the request if one is rejected.
 */
export async function fillWithSample(send: SendSample, now: Date): Promise<readonly SampleToken[]> {
  await refuseOthers(send);
  await addVocabulary(send);
  for (const { id } of projects) {
    for (const environment of sampleEnvironments) await importFeatures(send, id, environment);
    for (const persona of personas) await create(send, `/api/admin/projects/${id}/personas`, persona);
    await archive(send, id);
  }
  const users = await addUsers(send);
  await importHistory(send, users, now);
  await importUsage(send, now);
  await addFavorites(send);
  const tokens = await issueTokens(send, now);
  await beginRelease(send);
  await protectProduction(send);
  await changeAsUsers(send, users, now);
  return tokens;
}

const maxListed = 100;

async function refuseOthers(send: SendSample): Promise<void> {
  const { features } = await read<{ readonly features: readonly { readonly name: string }[] }>(
    send,
    `/api/admin/search/features?limit=${maxListed}`,
  );
  const other = features.find(({ name }) => ![...sampleFeatures, ...archivedFeatures].some((feature) => feature.name === name));
  if (other) throw new NotEmpty(other.name);
}

async function importFeatures(send: SendSample, project: string, environment: SampleEnvironment): Promise<void> {
  const features = sampleFeatures.filter((feature) => feature.project === project);
  const numbered = segments.map(({ name }, index) => ({ id: index + 1, name }));
  const data = {
    features: features.map(({ name, type, description, isStale = false }) => ({ name, type, description, stale: isStale })),
    featureStrategies: features.flatMap((feature) => strategiesOf(feature, environment)),
    featureEnvironments: features.map(({ name, on, variants = [] }) => ({
      name,
      featureName: name,
      enabled: on.includes(environment),
      variants: variants.map((variant) => ({ name: variant, weight: 0, weightType: 'variable', stickiness: 'default' })),
    })),
    featureTags: features.map(({ name, team }) => ({ featureName: name, tagType: 'team', tagValue: team })),
    tagTypes: [{ name: 'team', description: 'Owning team' }],
    segments: numbered,
    dependencies: features.flatMap(({ name, parent }) =>
      parent === undefined ? [] : [{ feature: name, dependencies: [{ feature: parent, enabled: true }] }],
    ),
  };
  await write(send, { method: 'POST', path: '/api/admin/features-batch/import', body: { project, environment, data } });
}

function strategiesOf({ name, strategies = [{}] }: SampleFeature, environment: SampleEnvironment) {
  const own = environment === 'production' ? strategies : [{}];
  return own.map(({ title, share = 100, segments: names = [], oneOf = {} }, sortOrder) => ({
    name: 'flexibleRollout',
    featureName: name,
    title: title ?? null,
    sortOrder,
    parameters: { rollout: String(share), stickiness: 'default', groupId: name },
    segments: names.map((segmentName) => segments.findIndex((segment) => segment.name === segmentName) + 1),
    constraints: Object.entries(oneOf).map(([contextName, values]) => ({ contextName, operator: 'IN', values })),
  }));
}

/** Creates the features that were cleaned up, and archives them. */
async function archive(send: SendSample, project: string): Promise<void> {
  const own = archivedFeatures.filter((feature) => feature.project === project);
  for (const { name, description } of own)
    await create(send, `/api/admin/projects/${project}/features`, { name, description, type: 'release' });
  await create(send, `/api/admin/projects/${project}/archive`, { features: own.map(({ name }) => name) });
}

const maxImported = 500;

async function importUsage(send: SendSample, now: Date): Promise<void> {
  const imported = (body: object) => write(send, { method: 'POST', path: '/api/admin/migration/usage', body });
  for (const environment of sampleEnvironments) {
    const { hours, days } = pastUsage(environment, now);
    for (let from = 0; from < Math.max(hours.length, days.length); from += maxImported)
      await imported({ hours: hours.slice(from, from + maxImported), days: days.slice(from, from + maxImported) });
  }
  await imported({ gauges: pastGauges(now) });
}

async function addFavorites(send: SendSample): Promise<void> {
  for (const name of ['express-pay', 'new-checkout', 'loyalty-points'])
    await create(send, `/api/admin/projects/shop/features/${name}/favorites`, undefined);
  await write(send, { method: 'PUT', path: '/api/admin/user/watches/express-pay' });
}

/** Replaces the tokens of an earlier run, and reports with each token, so that the applications are known. */
async function issueTokens(send: SendSample, now: Date): Promise<readonly SampleToken[]> {
  const path = '/api/admin/api-tokens';
  const { tokens: found } = await read<{ readonly tokens: readonly { readonly id: number; readonly tokenName: string }[] }>(send, path);
  const tokens: SampleToken[] = [];
  for (const { id: project } of projects)
    for (const environment of sampleEnvironments) {
      const tokenName = `${project}-${environment}`;
      for (const { id } of found.filter((token) => token.tokenName === tokenName))
        await write(send, { method: 'DELETE', path: `${path}/${id}` });
      const body = { tokenName, type: 'client', environment, projects: [project] };
      const { secret } = (await write(send, { method: 'POST', path, body })).body as { readonly secret: string };
      tokens.push({ project, environment, secret });
    }
  await reportTraffic(send, tokens, now);
  return tokens;
}

const reportSeconds = 30;

/** Milliseconds between two reports of the sample’s applications. */
export const reportEveryMs = reportSeconds * 1000;

/** Reports what the applications have evaluated since the last report, in all environments. */
export async function reportTraffic(send: SendSample, tokens: readonly SampleToken[], now: Date): Promise<void> {
  for (const { project, environment, secret: token } of tokens)
    await writeWithNewToken(send, {
      method: 'POST',
      path: '/api/client/metrics/bulk',
      body: reportOf({ project, environment }, now, reportSeconds),
      token,
    });
}
