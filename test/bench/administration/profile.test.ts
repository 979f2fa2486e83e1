import { deepEqual } from 'node:assert/strict';
import { sharesOf } from './profile.ts';

const frame = (id: number, functionName: string, url: string, ...children: number[]) => ({
  id,
  callFrame: { functionName, url },
  children,
});

describe('the shares of a profile', () => {
  it('count each sample for its library, and for every own function around it, but not while idle', () => {
    const shares = sharesOf('toggles', {
      nodes: [
        frame(1, '(root)', '', 2, 5, 6),
        frame(2, 'serve', 'file:///app/packages/host/src/http/serve.ts', 3),
        frame(3, 'query', 'file:///app/packages/store/src/dialect/mysql.ts', 4),
        frame(4, 'send', 'file:///app/node_modules/.pnpm/mysql2@3.1.0/node_modules/mysql2/lib/send.js'),
        frame(5, '(idle)', ''),
        frame(6, '(garbage collector)', ''),
      ],
      samples: [4, 4, 2, 5, 6],
      timeDeltas: [1000, 1000, 1000, 5000, 1000],
    });
    deepEqual(shares, {
      process: 'toggles',
      busyMs: 4,
      areas: [
        ['mysql2', 0.5],
        ['packages/host', 0.25],
        ['(garbage collector)', 0.25],
      ],
      functions: [
        ['serve in host/http/serve.ts', 0.75],
        ['query in store/dialect/mysql.ts', 0.5],
      ],
    });
  });
});
