import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import type { DependencyState, FeatureState, SegmentState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, dependencies, segments, settings } from '../any-feature.fixture.ts';
import type { EvaluationContext } from '../context.ts';
import { type CompiledFeature, compileFeature } from '../feature/compile-feature.ts';
import { serializeResult } from './plain-result.fixture.ts';
import { ResultTemplates } from './result-templates.ts';

type Settings = FeatureState['environments'][string];

const common = { project: 'p"1', type: 'release', description: null, stale: false, impressionData: false };
const effects = { now: () => new Date(0), random: () => 0.5, hostname: 'box' };

const compiled = (
  name: string,
  environment: Settings,
  parents: readonly DependencyState[] = [],
  all: ReadonlyMap<number, SegmentState> = segments,
) => compileFeature({ ...common, name, dependencies: [...parents], environments: { e: environment } }, 'e', all);

/** Strategies like those of users: with ids and titles, some disabled, and some that only the application can decide. */
const written = fc
  .tuple(settings, fc.array(fc.tuple(fc.constantFrom('id', 'ä"', undefined), fc.constantFrom('', 'Title', undefined), fc.nat(5))))
  .map(([own, labels]): Settings => {
    const strategies = own.strategies.map((strategy, index) => {
      const [id, title, hosted] = labels[index] ?? [];
      const named = { ...(id && { id: `${id}${index}` }), ...(title !== undefined && { title }) };
      return { ...strategy, ...named, ...(hosted === 0 && { name: 'applicationHostname', parameters: { hostNames: 'box' } }) };
    });
    const isDisabled = (index: number) => labels[index]?.[2] === 1;
    return {
      ...own,
      strategies: strategies.filter((_strategy, index) => !isDisabled(index)),
      disabledStrategies: strategies.flatMap((strategy, position) => (isDisabled(position) ? [{ position, strategy }] : [])),
    };
  });

/** Makes steps run out, which the constraints then report. */
const long = context.map((sample) => ({ ...sample, userId: 'a'.repeat(600_000) }));

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('result templates', () => {
  it('equal the results as objects, for random features and contexts, from the first explanation on', () => {
    const seen = new Set<string>();
    const property = fc.property(
      written,
      settings,
      dependencies,
      fc.array(fc.oneof({ weight: 20, arbitrary: context }, { weight: 1, arbitrary: long }), { minLength: 1, maxLength: 4 }),
      (own, parent, parents, contexts) => {
        const feature = compiled('demo', own, parents);
        const features = new Map([['parent', compiled('parent', parent)]]);
        const templates = new ResultTemplates();
        for (const sample of contexts) {
          const explanation = feature.explain(sample, effects, features);
          const { json, summary } = templates.write(feature, JSON.stringify(sample), explanation, ',"since":7');
          const result = serializeResult(feature, explanation);
          const where = { name: 'demo', environment: 'e', projectId: common.project, context: sample };
          deepEqual(JSON.parse(json), plain({ ...where, ...result, since: 7 }));
          const { isEnabled, isEnabledInCurrentEnvironment, variant, variants } = result;
          deepEqual(JSON.parse(`{${summary}}`), plain({ isEnabled, isEnabledInCurrentEnvironment, variant, variants }));
          for (const { result: of, constraints, segments: named } of result.strategies.data) {
            seen
              .add(of.evaluationStatus)
              .add(`variant ${'variantShare' in of}`)
              .add(`segment ${named.length > 0}`);
            for (const { reason } of constraints) seen.add(`reason ${reason !== undefined}`);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 1000 });
    for (const kind of ['complete', 'incomplete', 'unevaluated', 'variant true', 'segment true', 'reason true'])
      ok(seen.has(kind), `none was ${kind}`);
  });

  const ask = (templates: ResultTemplates, feature: CompiledFeature, sample: EvaluationContext = {}) =>
    templates.write(feature, '{}', feature.explain(sample, effects, new Map())).json;

  it('identify features and segments by the objects that they are compiled from', () => {
    const templates = new ResultTemplates();
    const strategy = { name: 'default', parameters: {}, constraints: [], variants: [], segments: [1] };
    const on: Settings = { enabled: true, strategies: [strategy], variants: [] };
    const before = compiled('demo', on);
    const titled = compiled('demo', { ...on, strategies: [{ ...strategy, title: 'Another' }] });
    const renamed = compiled('demo', on, [], new Map([[1, { id: 1, name: 'renamed', constraints: [] }]]));
    const texts = [before, titled, renamed].map((feature) => ask(templates, feature));
    notEqual(texts[0], texts[1]);
    ok(texts[2]?.includes('"renamed"') && !texts[0]?.includes('"renamed"'));
    equal(ask(templates, before), texts[0]);
  });

  it('store limited text, and still render results that exceed the limit', () => {
    const on: Settings = { enabled: true, strategies: [], variants: [] };
    const features = ['a', 'b', 'c'].map((name) => compiled(name, on));
    const templates = new ResultTemplates(1);
    const texts = features.map((feature) => ask(templates, feature));
    equal(templates.isFull, true);
    deepEqual(
      features.map((feature) => ask(templates, feature)),
      texts,
    );
    deepEqual(
      texts.map((text) => (JSON.parse(text) as { name: string }).name),
      ['a', 'b', 'c'],
    );
    const roomy = new ResultTemplates(1000);
    for (const feature of features) ask(roomy, feature);
    equal(roomy.isFull, false);
  });
});
