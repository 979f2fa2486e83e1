import type { Payload } from '@signalbox/contracts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { indexOfRepeated } from '../../base/input/index-of-repeated.ts';
import { isNumber } from '../../vocabulary/constraint/literal.ts';

/** The properties that variants of strategies and of features have in common. */
interface VariantInput {
  readonly name: string;
  readonly weight: number;
  readonly weightType?: 'variable' | 'fix';
  readonly stickiness?: string;
  readonly payload?: Payload;
}

export type NormalisedVariant<V extends VariantInput> = V & { weightType: 'variable' | 'fix'; stickiness: string };

const totalWeight = 1000;
const byName = new Intl.Collator('en').compare;

/**
 * Returns variants as they are stored: validated, payloads without unknown properties, variable weights sharing the part of
 * 1000 that fixed ones leave, sorted by name (reference, toggle side §7.2). Throws a 400 that names the pointer.
 */
export function normaliseVariants<V extends VariantInput>(
  variants: readonly V[],
  pointer: Pointer = { path: 'variants' },
): NormalisedVariant<V>[] {
  const complete = variants.map(({ payload, ...variant }) => ({
    ...(variant as V),
    ...(payload ? { payload: { type: payload.type, value: payload.value } } : {}),
    weightType: variant.weightType ?? 'variable',
    stickiness: variant.stickiness || 'default',
  }));
  refuseSharedNames(complete, pointer);
  for (const [index, { payload }] of complete.entries()) refuseBadPayload(payload, under(pointer, index, 'payload', 'value'));
  return fixWeights(complete, pointer).sort((left, right) => byName(left.name, right.name));
}

/** The remainder of an uneven division goes to the first variants. Weights of variable variants in the request are ignored. */
function fixWeights<V extends VariantInput>(variants: readonly V[], pointer: Pointer): V[] {
  if (variants.length === 0) return [];
  const variable = variants.filter(({ weightType }) => weightType !== 'fix');
  const remaining = variants.filter(({ weightType }) => weightType === 'fix').reduce((left, { weight }) => left - weight, totalWeight);
  if (remaining < 0) throw badValue(pointer, `have fixed weights of ${totalWeight - remaining} in total; the maximum is ${totalWeight}`);
  if (variable.length === 0)
    throw badValue(pointer, 'need at least one variant with weightType variable, which takes the remaining weight');
  const share = Math.floor(remaining / variable.length);
  const larger = new Set(variable.slice(0, remaining % variable.length));
  return variants.map((variant) =>
    variant.weightType === 'fix' ? variant : { ...variant, weight: share + (larger.has(variant) ? 1 : 0) },
  );
}

/** The order in which `normaliseVariants` keeps weights that it distributed itself: the remainder goes to the first variants. */
export const heaviestFirst = <V extends { readonly weight: number }>(variants: readonly V[]): V[] =>
  variants.toSorted((one, other) => other.weight - one.weight);

function refuseSharedNames(variants: readonly VariantInput[], pointer: Pointer): void {
  const index = indexOfRepeated(variants.map(({ name }) => name));
  if (index >= 0) throw badValue(under(pointer, index, 'name'), `must be unique; ${variants[index]?.name} occurs twice`);
}

function refuseBadPayload(payload: Payload | undefined, pointer: Pointer): void {
  if (payload?.type === 'number' && !isNumber(payload.value))
    throw badValue(pointer, `must be a number; got ${JSON.stringify(payload.value)}`);
  if (payload?.type === 'json' && !isJson(payload.value)) throw badValue(pointer, 'must be valid JSON');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
