import type { StrategyParameter, StrategyParameterInput } from '../../../server/ask.ts';

const types = ['string', 'percentage', 'list', 'number', 'boolean'] as const;
type ParameterType = (typeof types)[number];

/** Formats parameters as `share percentage required`: name, type unless it is a string, and whether it is required. */
export const linesOfParameters = (parameters: readonly StrategyParameter[]): readonly string[] =>
  parameters.map(({ name, type, required }) => [name, type, required ? 'required' : ''].filter(Boolean).join(' '));

/** Parses lines of parameters. Unknown types are sent as they are, so that the server rejects them. */
export const parametersOf = (lines: readonly string[]): readonly StrategyParameterInput[] =>
  lines.map((line) => {
    const [name = '', ...rest] = line.split(/\s+/);
    const type = (rest.find((word) => word !== 'required') ?? types[0]) as ParameterType;
    return { name, type, required: rest.includes('required') };
  });
