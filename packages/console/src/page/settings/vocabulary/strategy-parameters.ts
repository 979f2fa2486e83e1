import type { StrategyParameter, StrategyParameterInput } from '../../../server/operations.ts';

const types = ['string', 'percentage', 'list', 'number', 'boolean'] as const;
type ParameterType = (typeof types)[number];

/** `share percentage required`: a name, a kind where it is no text, and whether it has to be there. */
export const linesOfParameters = (parameters: readonly StrategyParameter[]): readonly string[] =>
  parameters.map(({ name, type, required }) => [name, type, required ? 'required' : ''].filter(Boolean).join(' '));

/** What is no kind is sent as it is written: the server says what is wrong with it. */
export const parametersOf = (lines: readonly string[]): readonly StrategyParameterInput[] =>
  lines.map((line) => {
    const [name = '', ...rest] = line.split(/\s+/);
    const type = (rest.find((word) => word !== 'required') ?? types[0]) as ParameterType;
    return { name, type, required: rest.includes('required') };
  });
