import { deepEqual, equal, match } from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCodes } from '@signalbox/cli';
import { eventually } from '@signalbox/testing';
import { type CliApp, openCliApp } from './cli.fixture.ts';

const project = `apiVersion: signalbox.dev/v1
kind: Segment
metadata: { name: nordic, project: default }
spec: { constraints: [{ contextName: country, operator: IN, values: [NO, SE] }] }
---
apiVersion: signalbox.dev/v1
kind: ContextField
metadata: { name: country }
spec: {}
---
apiVersion: signalbox.dev/v1
kind: Project
metadata: { name: default }
spec: { name: The shop, mode: protected, featureNaming: { pattern: "new-.*" } }
---
apiVersion: signalbox.dev/v1
kind: ReleaseTemplate
metadata: { name: Careful }
spec: { milestones: [{ name: A tenth, strategies: [{ name: default }], transitionCondition: { intervalMinutes: 60 } }] }
---
apiVersion: signalbox.dev/v1
kind: Persona
metadata: { name: Ann }
spec: { context: { appName: shop, userId: "7" } }
---
apiVersion: signalbox.dev/v1
kind: Environment
metadata: { name: development }
spec:
  protection: { requiredApprovals: 2, reviewers: { roles: [Owner] }, reasonRequired: true }
  defaultStrategy: { name: flexibleRollout, parameters: { rollout: "50", stickiness: userId }, segments: [nordic] }
---
apiVersion: signalbox.dev/v1
kind: Feature
metadata: { name: new-checkout }
spec:
  environments:
    development:
      enabled: true
      releasePlan:
        name: Careful
        milestones:
          - name: A tenth
            strategies: [{ name: flexibleRollout, parameters: { rollout: "10", stickiness: userId }, segments: [nordic] }]
            transitionCondition: { gates: [{ type: time, minutes: 1440 }] }
          - name: Everybody
            strategies: [{ name: default }]
        activeMilestone: A tenth
      safeguards:
        - impactMetric: { metricName: errors_total, timeRange: hour, aggregationMode: count, labelSelectors: {} }
          triggerCondition: { operator: ">", threshold: 50 }
`;

describe('the files of a project', () => {
  let source: CliApp;
  let target: CliApp;
  before(async () => {
    [source, target] = await Promise.all([openCliApp(), openCliApp()]);
    await writeFile(join(source.folder, 'project.yaml'), project);
    equal((await source.signalbox('apply project.yaml --set shop --yes')).code, exitCodes.done);
    equal((await source.signalbox('export --directory files')).code, exitCodes.done);
    await cp(join(source.folder, 'files'), join(target.folder, 'files'), { recursive: true });
    const { code, stderr } = await target.signalbox('apply files/**/*.yaml --set shop --yes');
    equal(code, exitCodes.done, stderr);
  });
  after(async () => {
    await source.close();
    await target.close();
  });

  /** Ids differ between instances. */
  const answersOf = async ({ app, clientToken }: CliApp) => {
    const { body } = await app.with({ authorization: clientToken }).get('/api/client/features');
    const strategiesOf = ({ name, enabled, strategies }: { name: string; enabled: boolean; strategies: object[] }) => ({
      name,
      enabled,
      strategies: strategies.map((strategy) => ({ ...strategy, id: '', milestoneId: '' })),
    });
    return [body.features.map(strategiesOf), body.segments];
  };

  it('give an empty instance the same answers to applications', async () => {
    const [features] = await eventually(async () => {
      const answers = await answersOf(source);
      equal(answers[0].length, 1);
      deepEqual(await answersOf(target), answers);
      return answers;
    });
    equal(features[0].strategies[0].parameters.rollout, '10');
  });

  it('export as they were applied, and leave nothing to plan', async () => {
    const [exported, original] = await Promise.all([target, source].map(async (app) => (await app.signalbox('export --output json')).json));
    deepEqual(exported, original);
    equal((await target.signalbox('plan files/**/*.yaml --set shop')).code, exitCodes.done);
  });

  it('protect an empty instance in the same way', async () => {
    const protectionsOf = async ({ admin }: CliApp) => (await admin.get('/api/admin/projects/default/change-requests/config')).body;
    const protections = await protectionsOf(target);
    deepEqual(protections, await protectionsOf(source));
    deepEqual([protections[0].requiredApprovals, protections[0].reviewers.roles.length], [2, 1]);
  });

  it('show protection that was changed by hand, with its author and time', async () => {
    const config = '/api/admin/projects/default/environments/development/change-requests/config';
    equal((await target.admin.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 })).status, 200);
    const { stdout } = await eventually(async () => {
      const shown = await target.signalbox('plan files/**/*.yaml --set shop --explain', { isTerminal: true, env: { NO_COLOR: '1' } });
      match(shown.stdout, /last changed by hand by .+ at \d{4}-.+: change-request-configuration-updated/);
      return shown;
    });
    match(stdout, /~ Environment development in development\n {4}protection\/requiredApprovals: 1 → 2/);
    equal((await target.signalbox('apply files/**/*.yaml --set shop --yes')).code, exitCodes.done);
  });

  it('promote release plans only with the option', async () => {
    const words = 'promote --from development --to production --flags new-checkout';
    equal((await target.signalbox(`${words} --dry-run`)).code, exitCodes.done);
    const { code, json } = await target.signalbox(`${words} --with-release-plans --dry-run`);
    deepEqual([code, json.actions[0].after.releasePlan.name], [exitCodes.differences, 'Careful']);
  });
});
