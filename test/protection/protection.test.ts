import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { loadServices } from '@signalbox/standalone/services';
import { declarationsOf } from '../authorization/routes.ts';
import { trialsOf, withoutMatch, writing } from './every-operation.ts';
import { openTrials, type Report, type Trials } from './run-trials.ts';
import type { Stage } from './stage.ts';
import { apart, opens, reaches, refused, type Way } from './way.ts';
import { ways } from './ways/index.ts';
import { type Caller, callers } from './world.ts';

const [member] = callers;

let trials: Trials;
before(async () => {
  trials = await openTrials();
});
after(() => trials.close());

describe('every operation that writes', () => {
  it('has a way, and every way an operation', () => deepEqual(withoutMatch(ways), []));

  it('is in the API document', async () => {
    const routes = (await loadServices()).flatMap(declarationsOf).filter(({ method }) => method !== 'get');
    deepEqual(withoutMatch(Object.fromEntries(routes.map(({ method, path }) => [`${method.toUpperCase()} ${path}`, apart()]))), []);
  });

  it('is missed if it is new, and a way is missed if it is stale', () => {
    deepEqual(withoutMatch(ways, [...writing, 'POST /api/admin/planted']), ['POST /api/admin/planted has no way']);
    deepEqual(withoutMatch({ ...ways, 'POST /api/admin/planted': apart() }), ['POST /api/admin/planted does not exist']);
  });

  it('changes nothing for applications of a protected environment if a member with every project permission requests it', async () => {
    const { failures } = await trials.run(trialsOf(ways), [member]);
    deepEqual(failures, []);
  });
});

describe('the judge of a request', () => {
  const administrators: readonly Caller[] = ['administrator', 'admin token'];
  const there = '/api/admin/projects/:projectId/features/:featureName';
  const impressions = { body: { impressionData: true } };
  const judged = (operation: string, way: Way, by: readonly Caller[]): Promise<Report> => trials.run([{ operation, way }], by);

  it('reports a request that reaches production', async () => {
    const { failures } = await judged(`PUT ${there}`, reaches(impressions), [member]);
    equal(failures.length, 1);
    match(failures[0] ?? '', /^PUT .*, member with every project permission: reaches production: client features: .*impressionData/);
  });

  it('reports requests that prove nothing', async () => {
    const { failures } = await judged(`PUT ${there}`, reaches({ body: {} }), administrators);
    equal(failures.length, 2);
    for (const failure of failures) match(failure, /proves nothing, because production does not change/);
    const { failures: invalid } = await judged(`PUT ${there}`, apart({ body: { impressionData: 7 } }), administrators);
    for (const failure of invalid) match(failure, /proves nothing, because it is refused: 400/);
  });

  it('reports a direct write that is not recorded, and accepts one that is', async () => {
    const { failures } = await judged(`PUT ${there}`, reaches(impressions), ['administrator']);
    match(failures.join(), /is not recorded as a direct write: feature-metadata-updated/);
    deepEqual((await judged(`DELETE ${there}`, reaches(), administrators)).failures, []);
  });

  it('reports a right that lets its holder write, and a request that is not refused', async () => {
    const grant = opens({ body: (on: Stage) => ({ name: on.fresh() }) });
    match((await judged('POST /api/admin/projects/:projectId/features', grant, [member])).failures.join(), /reaches production/);
    const { failures } = await judged(`POST ${there}/lifecycle/complete`, refused('', { body: { status: 'kept' } }), [member]);
    match(failures.join(), /is not refused: 200/);
    ok(failures.length === 1);
  });
});
