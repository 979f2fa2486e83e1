import { deepEqual } from 'node:assert/strict';
import { linesOfParameters, parametersOf } from './strategy-parameters.ts';

describe('parameters of a strategy type', () => {
  const read = [
    { name: 'share', type: 'percentage', required: true },
    { name: 'note', type: 'string', required: false },
    { name: 'odd', type: 'color', required: false },
  ];
  it('are parsed from lines', () => deepEqual(parametersOf(['share percentage required', 'note', 'odd color']), read));
  it('are formatted as lines', () =>
    deepEqual(linesOfParameters(read.map((each) => ({ ...each, description: '' }))), [
      'share percentage required',
      'note string',
      'odd color',
    ]));
});
