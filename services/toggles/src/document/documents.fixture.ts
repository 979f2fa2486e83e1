import type { TransitionCondition } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { heaviestFirst, normaliseVariants } from '../feature/variant/normalise-variants.ts';
import { canonicalDocument } from './document/canonical.ts';
import { apiVersion, type Document, type FeatureSpec } from './document/document.schema.ts';
import type { ProtectionSpec } from './document/protection.schema.ts';
import type { ReleasePlanSpec, SettingsSpec, StrategySpec } from './document/settings.schema.ts';
import { effectiveStrategies } from './document/located-strategies.ts';
import type { writtenFeature } from '../tables/feature.ts';

// Random documents that an empty instance accepts together, with few distinct values, so that they often differ in one place.

const ownProject = 'default';
export const environments = ['development', 'production'];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = fc.constantFrom('one', 'Two words', 'ümläut', 'a "quote"');

const metadataOf = (name: string) => ({ name });
const ofProject = (name: string) => ({ name, project: ownProject });

const tagTypes = ['team', 'wave'];
const fields = ['plan', 'region'];
const definitions = ['custom', 'sticky'];
const segments = ['beta', 'eu customers', 'staff'];
const features = ['checkout', 'dark-mode', 'search'];

/** Documents that others may refer to. */
interface Base {
  readonly TagType: readonly Document[];
  readonly ContextField: readonly Document[];
  readonly StrategyDefinition: readonly Document[];
}

const tagType = fc.record({ description: maybe(text), icon: maybe(fc.constant('#')) });
const contextField = fc.record({
  description: maybe(text),
  stickiness: fc.boolean(),
  sortOrder: fc.constantFrom(10, 3),
  legalValues: fc.constantFrom([], [{ value: 'a' }, { value: 'b', description: 'second' }]),
});
const definition = fc.record({
  title: maybe(text),
  description: maybe(text),
  deprecated: fc.boolean(),
  parameters: fc.constantFrom(
    [],
    [
      { name: 'p', type: 'string', description: 'x', required: true },
      { name: 'q', type: 'list' },
    ],
  ),
});

const some = (names: readonly string[]) => fc.subarray([...names]);

const documents = (kind: Document['kind'], names: readonly string[], spec: fc.Arbitrary<unknown>, metadata = metadataOf) =>
  some(names).chain((chosen) =>
    fc
      .tuple(...chosen.map(() => spec))
      .map((specs) =>
        chosen.map((name, index) => ({ apiVersion, kind, metadata: metadata(name), spec: specs[index] }) as unknown as Document),
      ),
  );

const base: fc.Arbitrary<Base> = fc.record({
  TagType: documents('TagType', tagTypes, tagType),
  ContextField: documents('ContextField', fields, contextField),
  StrategyDefinition: documents('StrategyDefinition', definitions, definition),
});

const constraintsOn = (names: readonly string[]) =>
  fc.oneof(
    fc.record({
      contextName: fc.constantFrom('userId', ...names),
      operator: fc.constantFrom('IN' as const, 'NOT_IN' as const),
      values: fc.constantFrom<string[]>(['a'], ['a', 'b']),
      inverted: fc.boolean(),
    }),
    fc.record({
      contextName: fc.constantFrom('appName'),
      operator: fc.constantFrom('STR_CONTAINS' as const),
      values: fc.constant<string[]>(['x y']),
      caseInsensitive: fc.boolean(),
    }),
    fc.record({
      contextName: fc.constant('appVersion'),
      operator: fc.constant('SEMVER_GTE' as const),
      value: fc.constantFrom('1.2.3', '2.0.0'),
    }),
    fc.record({
      contextName: fc.constant('currentTime'),
      operator: fc.constant('DATE_AFTER' as const),
      value: fc.constant('2026-01-01T00:00:00Z'),
    }),
  );

const weights = fc.record({
  name: fc.constantFrom('a', 'B', 'c'),
  weight: fc.constantFrom(1, 200, 333),
  weightType: fc.constantFrom('variable' as const, 'fix' as const),
  stickiness: fc.constantFrom('default', 'userId'),
  payload: maybe(fc.constantFrom({ type: 'string' as const, value: 'blue' }, { type: 'json' as const, value: '{"a":1}' })),
});

/** Variants as they are stored. */
const variants = fc
  .uniqueArray(weights, { selector: ({ name }) => name, maxLength: 3 })
  .map((given) => given.map((variant, index) => (index === 0 ? { ...variant, weightType: 'variable' as const } : variant)))
  .map((given) => normaliseVariants(heaviestFirst(given.map(({ payload, ...variant }) => ({ ...variant, ...(payload && { payload }) })))));

const strategyWith = (known: Base, segmentNames: readonly string[]): fc.Arbitrary<StrategySpec> => {
  const content = {
    key: maybe(fc.constantFrom('k1', 'k2', 'k3')),
    title: maybe(text),
    disabled: fc.boolean(),
    segments: some(segmentNames),
    constraints: fc.array(constraintsOn(known.ContextField.map(({ metadata }) => metadata.name)), { maxLength: 2 }),
    variants,
  };
  const rollout = fc.record({
    rollout: fc.constantFrom('0', '50', '100'),
    stickiness: fc.constantFrom('default', 'userId'),
    groupId: fc.constant('g'),
  });
  const names = ['default', ...known.StrategyDefinition.map(({ metadata }) => metadata.name)];
  return fc.oneof(
    fc.record({ name: fc.constant('flexibleRollout'), parameters: rollout, ...content }),
    fc.record({ name: fc.constantFrom(...names), parameters: fc.constant({}), ...content }),
  ) as fc.Arbitrary<StrategySpec>;
};

const safeguardOn = (metricName: string) => ({
  impactMetric: { metricName, timeRange: 'hour' as const, aggregationMode: 'count' as const, labelSelectors: { appName: ['shop'] } },
  triggerCondition: { operator: '>' as const, threshold: 10 },
});

const planSafeguards = fc.subarray([
  { ...safeguardOn('errors'), action: 'step-back' as const, debounce: { times: 2, minutes: 5 } },
  { ...safeguardOn('latency'), onNoData: 'off' as const, graceMinutes: 0 },
]);

const featureSafeguards = fc.subarray([
  { ...safeguardOn('errors'), compare: 'relative' as const, per: 'requests', minimumSample: 5 },
  { ...safeguardOn('errors'), onNoData: 'off' as const },
]);

const condition = fc.constantFrom<TransitionCondition>(
  { intervalMinutes: 60 },
  {
    gates: [
      { type: 'approval', approvals: 2, groups: [3] },
      { type: 'quiet', minutes: 5 },
    ],
  },
  { gates: [{ type: 'window', days: ['mon'], from: '09:00', to: '17:00', timeZone: 'Europe/Oslo' }] },
);

/** Some plans have two milestones of the same name. */
const planWith = (known: Base, segmentNames: readonly string[]): fc.Arbitrary<ReleasePlanSpec> => {
  const milestone = fc.record(
    {
      name: fc.constantFrom('first', 'half', 'all'),
      strategies: fc
        .array(strategyWith(known, segmentNames), { minLength: 1, maxLength: 2 })
        .map((strategies) => strategies.map(({ key: _key, ...strategy }) => strategy)),
      transitionCondition: condition,
    },
    { requiredKeys: ['name', 'strategies'] },
  );
  const plan = fc.record({
    name: text,
    description: maybe(text),
    milestones: fc.array(milestone, { minLength: 1, maxLength: 3 }),
    safeguards: planSafeguards,
    active: maybe(fc.nat(2)),
    paused: fc.boolean(),
    jumps: fc.boolean(),
  });
  return plan.map(({ description, milestones, active = -1, paused, jumps, ...rest }) => ({
    ...rest,
    ...(description !== undefined && { description }),
    milestones: milestones.map((one, index) => (jumps && index === 0 && milestones.length > 2 ? { ...one, targetMilestone: '#3' } : one)),
    ...(milestones[active] && { activeMilestone: `#${active + 1}`, paused }),
  }));
};

const settingsWith = (known: Base, segmentNames: readonly string[]): fc.Arbitrary<SettingsSpec> =>
  fc
    .record({
      enabled: fc.boolean(),
      strategies: fc.array(strategyWith(known, segmentNames), { maxLength: 3 }),
      variants,
      releasePlan: maybe(planWith(known, segmentNames)),
      safeguards: featureSafeguards,
    })
    .map(({ enabled, strategies, releasePlan, safeguards, ...rest }) => {
      const unique = strategies.map(({ key, ...strategy }, index) =>
        key && strategies.findIndex((other) => other.key === key) === index ? { ...strategy, key } : strategy,
      );
      const release = { ...(releasePlan && { releasePlan }), ...(safeguards.length > 0 && { safeguards }) };
      const settings = { ...rest, strategies: unique, ...release };
      return { ...settings, enabled: enabled && effectiveStrategies(settings).some(({ disabled }) => !disabled) };
    });

/** Random values of all fields that requests write, so that a new one takes part in the round trip. */
const writtenFields = {
  type: fc.constantFrom('release', 'experiment'),
  description: maybe(text),
  stale: fc.boolean(),
  impressionData: fc.boolean(),
  codeDefault: maybe(fc.constantFrom<unknown>(false, 7, 'blue', { color: 'blue', sizes: [1, 2] })),
} satisfies Record<(typeof writtenFeature.names)[number], fc.Arbitrary<unknown>>;

const featureWith = (known: Base, segmentNames: readonly string[]) =>
  fc.record({
    ...writtenFields,
    tags: fc.subarray(
      ['simple', ...known.TagType.map(({ metadata }) => metadata.name)].flatMap((type) => [
        { type, value: 'v1' },
        { type, value: 'v2' },
      ]),
    ),
    links: fc.subarray([{ url: 'https://example.com/a' }, { url: 'https://example.com/b', title: 'B' }]),
    parents: fc.constantFrom<readonly object[]>(
      [],
      [{ feature: features[0] }],
      [{ feature: features[0], enabled: false }],
      [{ feature: features[0], variants: ['a'] }],
    ),
    environments: fc.record(Object.fromEntries(environments.map((name) => [name, settingsWith(known, segmentNames)]))),
  });

/** Only the first feature may be a parent, if it is there. */
const withPossibleParents = (documents: readonly Document[]): Document[] => {
  const hasParent = documents.some(({ metadata }) => metadata.name === features[0]);
  return documents.map((document) => {
    const { parents: _parents, ...spec } = document.spec as FeatureSpec;
    const keeps = hasParent && document.metadata.name !== features[0];
    return keeps ? document : ({ ...document, spec } as Document);
  });
};

const freeze = {
  name: 'Christmas',
  start: '2020-12-20T00:00',
  end: '2020-12-27T00:00',
  timeZone: 'Europe/Oslo',
  repeats: 'never' as const,
};

const protection = fc.record({
  requiredApprovals: fc.constantFrom(1, 2),
  selfApproval: fc.boolean(),
  reviewers: fc.constantFrom<ProtectionSpec['reviewers']>(null, { roles: ['Member', 'Owner'] }, { groups: [3], roles: ['Owner'] }),
  secondApprovalAbove: fc.constantFrom(null, 0.25),
  freezes: fc.subarray([freeze]),
  reasonRequired: fc.boolean(),
  recentContexts: fc.boolean(),
});

const projectSpec = fc.record(
  {
    name: text,
    description: text,
    mode: fc.constantFrom('open' as const, 'protected' as const, 'private' as const),
    defaultStickiness: fc.constantFrom('default', 'userId'),
    featureLimit: fc.constantFrom(null, 10),
    featureNaming: fc.constantFrom({}, { pattern: '[a-z-]+', example: 'dark-mode' }),
    linkTemplates: fc.subarray([{ urlTemplate: 'https://example.com/{{feature}}', title: 'Wiki' }]),
  },
  { requiredKeys: ['name'] },
);

/** Templates use no objects of a set, which could otherwise not be deleted. */
const templateSpec = planWith({ TagType: [], ContextField: [], StrategyDefinition: [] }, []).map(({ description, milestones }) => ({
  ...(description && { description }),
  milestones: milestones.map(({ targetMilestone: _target, ...milestone }) => milestone),
}));

const personaSpec = fc.record({
  description: maybe(text),
  context: fc.constantFrom({ appName: 'shop' }, { appName: 'shop', userId: '7', properties: { plan: 'pro' } }),
});

const ofProjectKinds = fc
  .tuple(
    projectSpec.map((spec): Document[] => [{ apiVersion, kind: 'Project', metadata: metadataOf(ownProject), spec }]),
    documents('ReleaseTemplate', ['Careful', 'Two steps'], templateSpec, ofProject),
    documents('Persona', ['Ann', 'A tester'], personaSpec, ofProject),
  )
  .map((parts) => parts.flat());

const environmentWith = (known: Base, segmentNames: readonly string[]) =>
  fc
    .record({ protection: maybe(protection), strategy: maybe(strategyWith(known, segmentNames)) })
    .map(({ protection: rules, strategy }) => ({
      ...(rules && { protection: rules }),
      ...(strategy?.name === 'flexibleRollout' && { defaultStrategy: { ...strategy, key: undefined } }),
    }));

/** The canonical documents of an instance. */
export const instance: fc.Arbitrary<Document[]> = base
  .chain((known) =>
    documents(
      'Segment',
      segments,
      fc.record({
        description: maybe(text),
        constraints: fc.array(constraintsOn(known.ContextField.map(({ metadata }) => metadata.name)), { maxLength: 2 }),
      }),
    ).chain((global) => {
      const own = global.map((document, index) => (index === 0 ? { ...document, metadata: ofProject(document.metadata.name) } : document));
      const names = own.map(({ metadata }) => metadata.name);
      const read = fc.tuple(
        ofProjectKinds,
        documents('Environment', environments, environmentWith(known, names), ofProject),
        documents('Feature', features, featureWith(known, names), ofProject),
      );
      return read.map(([general, guarded, used]) =>
        [...known.TagType, ...known.ContextField, ...known.StrategyDefinition, ...own, ...general, ...guarded, ...withPossibleParents(used)]
          .map((document) => canonicalDocument(document))
          .filter(({ kind, spec }) => kind !== 'Environment' || Object.keys(spec).length > 0),
      );
    }),
  )
  .map(unshared);

/** Parts of random values are the same object, unlike those of documents that were read. */
function unshared(documents: Document[]): Document[] {
  return JSON.parse(JSON.stringify(documents)) as Document[];
}

export const objectDocument = (kind: string, name: string, spec: object, owner?: string) => ({
  apiVersion,
  kind,
  metadata: { name, ...(owner !== undefined && { project: owner }) },
  spec,
});

export const featureDocument = (name: string, spec: object, owner?: string) => objectDocument('Feature', name, spec, owner);
