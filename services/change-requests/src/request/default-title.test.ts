import { equal, ok } from 'node:assert/strict';
import { changeActions } from '@signalbox/contracts';
import { defaultTitle } from './default-title.ts';

const change = { action: 'updateEnabled', feature: 'express-pay', segment: null, payload: { enabled: false }, snapshot: null } as const;
const pilot = { title: 'Pilot', parameters: { rollout: '50' } };

describe('the default title of a change request', () => {
  it('describes the first change', () => {
    equal(defaultTitle('production', change, 1), 'Turn off express-pay in production');
    equal(defaultTitle('production', { ...change, payload: { enabled: true } }, 1), 'Turn on express-pay in production');
  });

  it('counts the others', () => equal(defaultTitle('production', change, 3), 'Turn off express-pay in production and 2 more'));

  it('names the old and the new percentage, or the strategy', () => {
    const update = { ...change, action: 'updateStrategy', payload: pilot } as const;
    const from = (rollout: string) => ({ ...update, snapshot: { parameters: { rollout } } });
    equal(defaultTitle('production', from('25'), 1), 'Change express-pay in production from 25% to 50%');
    equal(defaultTitle('production', from('50'), 1), 'Change the strategy Pilot of express-pay in production');
    equal(defaultTitle('production', { ...update, payload: {} }, 1), 'Change a strategy of express-pay in production');
  });

  it('names segments and parents', () => {
    const segment = { ...change, action: 'updateSegment', feature: null, segment: 'beta', payload: { id: 1 } } as const;
    equal(defaultTitle('production', segment, 1), 'Change the segment beta');
    const parent = { ...change, action: 'addDependency', payload: { feature: 'checkout' } } as const;
    equal(defaultTitle('production', parent, 1), 'Make express-pay depend on checkout');
  });

  it('exists for each action, and fits into one line', () => {
    for (const action of changeActions) {
      const title = defaultTitle('production', { ...change, action, feature: `x\n${'y'.repeat(300)}`, segment: 'beta' }, 12) ?? '';
      ok(title.length <= 255 && !title.includes('\n') && !title.includes('undefined'), title);
    }
  });

  it('is absent without changes', () => equal(defaultTitle('production', undefined, 0), null));
});
