import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Envelope, fetchState, type StatePage } from '@signalbox/contracts';
import { type Answer, type TestApp, type Client, start } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { creationSteps, featureSteps, strategySteps } from './feature-steps.ts';
import { farewellSteps, projectSteps } from './project-steps.ts';
import { expectFoundAsPublished, readFeatures, searchAll } from './stored-features.ts';
import { metricSteps } from './metric-steps.ts';
import { releaseSteps } from './release-steps.ts';
import type { Step } from './step.ts';
import { quietSteps, vocabularySteps } from './vocabulary-steps.ts';

const steps = [
  ...projectSteps,
  ...creationSteps,
  ...vocabularySteps,
  ...strategySteps,
  ...metricSteps,
  ...releaseSteps,
  ...featureSteps,
  ...farewellSteps,
  ...quietSteps,
];

/** Several steps run together, and separate tests compare all events. */
const walkedElsewhere: Readonly<Record<string, string>> = {
  'POST /features-batch/export': 'services/toggles/src/transfer/features',
  'POST /features-batch/validate': 'services/toggles/src/transfer/features',
  'POST /features-batch/import': 'services/toggles/src/transfer/features',
  'POST /projects/:projectId/plan': 'services/toggles/src/document',
  'POST /projects/:projectId/apply': 'services/toggles/src/document',
  'POST /projects/:projectId/promotions/differences': 'services/toggles/src/document',
  'POST /projects/:projectId/promotions/plan': 'services/toggles/src/document',
  'POST /projects/:projectId/promotions/bundle': 'services/toggles/src/document',
  'POST /projects/:projectId/promotions': 'services/toggles/src/document',
  'POST /projects/:projectId/applied-plans/:planId/undo': 'services/toggles/src/document',
  'POST /state/import': 'services/toggles/src/transfer/state',
  'POST /migration/usage': 'services/toggles/src/transfer/usage',
  'POST /api/signals/:name': 'services/toggles/src/metric/signal',
  'POST /undo': 'services/toggles/src/undo',
  'POST /segment-lists': 'services/toggles/src/feature/list',
  'POST /undo/preview': 'services/toggles/src/undo',
  'POST /openfeature/v0/manifest/flags': 'test/delivery/manifest.test.ts',
  'PUT /openfeature/v0/manifest/flags/:featureName': 'test/delivery/manifest.test.ts',
  'DELETE /openfeature/v0/manifest/flags/:featureName': 'test/delivery/manifest.test.ts',
  'PUT /projects/:projectId/features/:featureName/variants': 'services/toggles/src/feature/variant',
  'PATCH /projects/:projectId/features/:featureName/variants': 'services/toggles/src/feature/variant',
};

describe('the walk through all mutating routes', () => {
  let app: TestApp;
  let admin: Client;
  const known = new Map<string, string>();
  /** Routes that changed the evaluation state. */
  const changing = new Set<string>();
  before(async () => {
    app = await start([toggles]);
    admin = app.as(app.users.admin);
  });
  after(() => app.close());

  for (const [index, step] of steps.entries()) {
    it(`${index + 1}. ${step.route} ${[step.at ?? []]
      .flat()
      .filter((part) => typeof part === 'string')
      .join(' ')}`, async () => {
      const before = await stateIn(app);
      let answer: Answer | undefined;
      const events = await app.eventsOf('toggles', async () => (answer = await take(admin, step, known)));
      const revision = answer?.headers['x-revision'];
      for (const [name, id] of Object.entries(savedIds(step, answer?.body, events))) known.set(name, id);
      const after = await stateIn(app);
      const isRaised = after.revision > before.revision;
      equal(revision, isRaised ? String(after.revision) : undefined);
      ok(isRaised || after.text === before.text, 'evaluation sees a change that raised no revision');
      if (after.text !== before.text) changing.add(step.route);
      deepEqual(events.map(inShort), step.events);
      const carries = step.carries ?? step.events.map(() => '');
      deepEqual(events.map(sides), carries);
      deepEqual(await miscounted(app), [], 'a change of strategies left the counts of their places as they were');
      deepEqual(await searchAll(admin), await readFeatures(app), 'a search does not find the features as they are stored');
      await expectFoundAsPublished(admin);
      for (const { createdBy, createdByUserId } of events) deepEqual([createdBy, createdByUserId], ['admin', app.users.admin.id]);
    });
  }

  it('changes the evaluation state in many steps', () => ok(changing.size > 25));

  it('covers every mutating route', () => {
    const walked = new Set([...steps.map(({ route }) => route), ...Object.keys(walkedElsewhere)]);
    const mutating = toggles.routes.filter(({ declaration: { method } }) => method !== 'get').map(({ declaration }) => nameOf(declaration));
    deepEqual(
      mutating.filter((name) => !walked.has(name)),
      [],
    );
    deepEqual(
      steps.map(({ route }) => route).filter((route) => !mutating.includes(route)),
      [],
    );
  });

  it('emits every declared event, except those that need a special state', () => {
    const emitted = new Set(steps.flatMap(({ events }) => events.map((event) => event.split(' ')[0])));
    const declared = toggles.routes.flatMap(({ declaration: { events } }) =>
      Array.isArray(events) ? events.map(({ type }: { type: string }) => type) : [],
    );
    const others = [
      'feature-owner-updated',
      'feature-variants-updated',
      'features-exported',
      'features-imported',
      'changes-proposed',
      'plan-applied',
      'signal-changed',
      'feature-cleanup-ready',
    ];
    const imports = declared.filter((type) => type.endsWith('-import') || type.startsWith('drop-'));
    deepEqual([...new Set(declared)].filter((type) => !emitted.has(type) && !others.includes(type) && !imports.includes(type)).sort(), []);
  });
});

interface Counted {
  feature_environment: { feature_name: string; environment: string; strategy_count: number; enabled_strategy_count: number };
  feature_strategy: { feature_name: string; environment: string; disabled: number };
}

/** Environments whose counts differ from their strategies. */
async function miscounted(app: TestApp): Promise<Counted['feature_environment'][]> {
  const db = app.store('toggles').reader().getKysely<Counted>();
  const strategies = await db.selectFrom('feature_strategy').selectAll().execute();
  const rows = await db.selectFrom('feature_environment').selectAll().execute();
  return rows.filter((row) => {
    const own = strategies.filter((strategy) => strategy.feature_name === row.feature_name && strategy.environment === row.environment);
    return row.strategy_count !== own.length || row.enabled_strategy_count !== own.filter(({ disabled }) => !disabled).length;
  });
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method.toUpperCase()} ${path.replace('/api/admin', '')}`;

/** The evaluation state of all features. */
async function stateIn({ host }: TestApp): Promise<{ text: string; revision: number }> {
  const pages: StatePage[] = [];
  let next: string | null = null;
  do {
    const page: StatePage = await host.ask(fetchState, { after: next });
    pages.push(page);
    ({ next } = page);
  } while (next !== null);
  const text = JSON.stringify(pages.map(({ features, segments }) => ({ features, segments })));
  return { text, revision: pages[0]?.revision ?? 0 };
}

async function take(client: Client, { route, at = [], body }: Step, known: ReadonlyMap<string, string>): Promise<Answer> {
  const [method = '', template = ''] = route.split(' ');
  const values = at.map((value) => (typeof value === 'string' ? value : value(known)));
  const path = `/api/admin${template.replace(/:\w+/g, () => encodeURIComponent(values.shift() ?? ''))}`;
  equal(values.length, 0);
  const content: unknown = typeof body === 'function' ? (body as (all: typeof known) => unknown)(known) : body;
  const verb = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const answer = verb === 'delete' ? await client.delete(path) : await client[verb](path, content);
  ok(answer.status < 300, `${route} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

function inShort({ type, project, environment, featureName, tags }: Envelope['data']): string {
  const scope = [project, environment, featureName].map((part) => part ?? '-').join('/');
  return [`${type} ${scope}`, ...(tags.length === 0 ? [] : [`[${tags.map((tag) => `${tag.type}:${tag.value}`).join(' ')}]`])].join(' ');
}

function savedIds(
  { keep = () => ({}) }: Step,
  body: Answer['body'],
  events: readonly Envelope['data'][],
): Readonly<Record<string, string>> {
  return typeof keep === 'string' ? { [keep]: String(body?.id ?? idIn(events)) } : keep(body);
}

/** Subject of the first event. */
const idIn = (events: readonly Envelope['data'][]): unknown => events.map(({ data }) => (data as { id?: unknown } | null)?.id).at(0);

const sides = ({ data, preData }: Envelope['data']): string => `${data === null ? '' : 'd'}${preData === null ? '' : 'p'}`;
