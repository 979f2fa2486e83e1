import { deepEqual, equal } from 'node:assert/strict';
import type { Answer } from '@signalbox/testing';
import { openPlaygroundApp, type PlaygroundApp } from './playground-app.fixture.ts';

const feature = '/api/admin/projects/default/features/changing';
const strategies = `${feature}/environments/development/strategies`;
const parameters = { rollout: '100', stickiness: 'default', groupId: 'g' };
const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values });
const variant = (name: string) => ({ name, weight: 1000, weightType: 'variable', stickiness: 'default' });

describe('a feature that was evaluated before', () => {
  let at: PlaygroundApp;
  let id: string;
  let segment: number;
  before(async () => {
    at = await openPlaygroundApp();
    await at.operator.post('/api/admin/context', { name: 'country' });
    ({ id: segment } = (await at.operator.post('/api/admin/segments', { name: 'north', constraints: [country('no')] })).body);
    await at.createFeature('changing');
    id = await at.addStrategy('changing', { name: 'flexibleRollout', parameters, segments: [segment] });
    await at.switchOn('changing');
    await ask();
  });
  after(() => at.close());

  /** Waits for a change and returns the evaluation. */
  async function ask(changed?: Answer) {
    if (changed) equal(changed.status < 300, true, JSON.stringify(changed.body));
    const headers = changed ? { 'if-min-revision': String(changed.headers['x-revision']) } : {};
    const body = { environments: ['development'], context: { appName: 'shop', userId: '7', country: 'no' } };
    const answer = changed
      ? await at.app.as(at.app.users.viewer).post('/api/admin/playground/advanced', body, { headers })
      : await at.ask(body);
    const reported = answer.body.features.find(({ name }: { name: string }) => name === 'changing');
    return { projectId: reported.projectId, ...reported.environments.development[0] };
  }
  const put = (content: object) =>
    at.operator.put(`${strategies}/${id}`, { name: 'flexibleRollout', parameters, segments: [segment], ...content });
  const strategyOf = async (changed: Answer) => (await ask(changed)).strategies.data[0];

  it('is evaluated with the current title, percentage, constraints and variants of its strategy', async () => {
    equal((await strategyOf(await put({ title: 'First' }))).title, 'First');
    const { share, parameters: reported } = await strategyOf(await put({ parameters: { ...parameters, rollout: '7' } }));
    deepEqual([share.reaches, reported.rollout], [7, '7']);
    for (const values of [['no', 'se'], ['dk']]) {
      const [{ values: shown, result }] = (await strategyOf(await put({ constraints: [country(...values)] }))).constraints;
      deepEqual([shown, result], [values, values.includes('no')]);
    }
    for (const name of ['blue', 'red']) {
      const { result, links } = await strategyOf(await put({ variants: [variant(name)] }));
      deepEqual([result.variant.name, result.variants[0].name, links.edit.includes(id)], [name, name, true]);
    }
  });

  it('is evaluated with the current segment', async () => {
    const change = (content: object) =>
      at.operator.put(`/api/admin/segments/${segment}`, { name: 'north', constraints: [country('no')], ...content });
    const [{ name }] = (await strategyOf(await change({ name: 'far north' }))).segments;
    equal(name, 'far north');
    const [{ result, constraints }] = (await strategyOf(await change({ constraints: [country('se')] }))).segments;
    deepEqual([result, constraints[0].values, constraints[0].result], [false, ['se'], false]);
    await change({});
  });

  it('is evaluated with its current variants, switch and strategies', async () => {
    await put({ title: 'First' });
    equal((await ask(await at.operator.put(`${feature}/environments/development/variants`, [variant('own')]))).variant.name, 'own');
    equal((await ask(await at.operator.post(`${feature}/environments/development/off`))).isEnabled, false);
    equal((await ask(await at.operator.post(`${feature}/environments/development/on`))).isEnabled, true);
    const added = await at.operator.post(strategies, { name: 'default', title: 'Second' });
    deepEqual(
      (await ask(added)).strategies.data.map(({ title }: { title?: string }) => title),
      ['First', 'Second'],
    );
    const disabled = await at.operator.put(`${strategies}/${added.body.id}`, { name: 'default', disabled: true });
    deepEqual(
      (await ask(disabled)).strategies.data.map((reported: { disabled: boolean }) => reported.disabled),
      [false, true],
    );
  });
});
