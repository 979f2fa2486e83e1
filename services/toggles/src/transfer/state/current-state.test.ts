import { deepEqual, throws } from 'node:assert/strict';
import { currentState } from './current-state.ts';

const variants = [{ name: 'v', weight: 1000 }];

describe('current state', () => {
  it('moves strategies and switches out of the features of version 1', () => {
    const features = [
      { name: 'on', project: 'default', enabled: true, strategies: [{ name: 'default' }], variants },
      { name: 'bare', project: 'default' },
    ];
    const { featureEnvironments, featureStrategies } = currentState({ version: 1, features });
    deepEqual(featureEnvironments, [
      { featureName: 'on', environment: 'default', enabled: true, variants },
      { featureName: 'bare', environment: 'default', enabled: false, variants: [] },
    ]);
    deepEqual(featureStrategies, [{ name: 'default', featureName: 'on', environment: 'default' }]);
  });

  it('renames the single environment of version 2', () => {
    const state = currentState({
      version: 2,
      environments: [
        { name: ':global:', type: 'production' },
        { name: 'test', type: 'test' },
      ],
      featureEnvironments: [{ featureName: 'f', environment: ':global:', enabled: true }],
      featureStrategies: [{ featureName: 'f', environment: ':global:', name: 'default' }],
    });
    deepEqual(
      [state.environments, state.featureEnvironments, state.featureStrategies].map((list) => JSON.stringify(list).includes(':global:')),
      [false, false, false],
    );
    deepEqual(state.environments?.[0]?.name, 'default');
  });

  it('takes the environment of a setting from its name if there is no other', () => {
    const setting = { featureName: 'f', enabled: true };
    const of = (more: object) => currentState({ version: 4, featureEnvironments: [{ ...setting, ...more }] }).featureEnvironments;
    deepEqual(of({ name: 'test' }), [{ ...setting, environment: 'test' }]);
    deepEqual(of({ name: 'f', environment: 'test' }), [{ ...setting, environment: 'test' }]);
    throws(() => of({}), { name: 'BadDataError', message: /^featureEnvironments\/0\/environment / });
  });

  it('copies the variants of features into all their environments in version 3', () => {
    const features = [{ name: 'f', project: 'default', variants }];
    const featureEnvironments = ['a', 'b'].map((environment) => ({ featureName: 'f', environment, enabled: true, variants: [] }));
    const copied = (version: number) =>
      currentState({ version, features, featureEnvironments }).featureEnvironments?.map((own) => own.variants);
    deepEqual(
      [copied(3), copied(4), copied(5)],
      [
        [variants, variants],
        [[], []],
        [[], []],
      ],
    );
  });

  it('refuses the environment name of version 2 in later versions', () => {
    const featureEnvironments = [{ featureName: 'f', environment: ':global:', enabled: true }];
    throws(() => currentState({ version: 4, featureEnvironments }), { name: 'BadDataError', message: /:global:/ });
  });
});
