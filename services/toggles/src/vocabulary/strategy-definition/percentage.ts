import { isPercentage } from '@signalbox/contracts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';

type Parameters = Readonly<Record<string, string>>;

/** Parameters of a strategy, as its type declares them, and as strategies of the same object have them already. */
interface Rules {
  readonly declared: readonly { readonly name: string; readonly type: string }[];
  readonly stored: readonly { readonly parameters?: Parameters }[];
}

/** Throws 400 for a percentage that is not a number from 0 to 100: most such texts reach nobody. Stored ones stay valid. */
export function refuseBadPercentages({ declared, stored }: Rules, parameters: Parameters, pointer: Pointer): void {
  for (const { name, type } of declared) {
    const text = parameters[name];
    if (type !== 'percentage' || text === undefined || isPercentage(text)) continue;
    if (stored.some((one) => one.parameters?.[name] === text)) continue;
    throw badValue(under(pointer, name), `must be a number from 0 to 100, without a percent sign; got ${JSON.stringify(text)}`);
  }
}
