import type { FeatureVariant, Payload } from '../../server/ask.ts';
import { fixWeight, freeWeight, spread } from './weights.ts';
import { Button } from '../../parts/mark/button.tsx';
import { FlagField } from '../../parts/form/flag-field.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as shareBarStyles from '../../parts/mark/share-bar.module.css';
import * as styles from './strategy-fields.module.css';

interface VariantFieldsProps {
  readonly variants: readonly FeatureVariant[];
  readonly change: (variants: readonly FeatureVariant[]) => void;
}

/** The variants with weights, which always add up to 100%. */
export function VariantFields({ variants, change }: VariantFieldsProps) {
  const replace = (index: number, part: Partial<FeatureVariant>) =>
    change(variants.with(index, { ...(variants[index] as FeatureVariant), ...part }));
  return (
    <div class={styles.variants}>
      {variants.length > 0 && <WeightBar variants={variants} />}
      {variants.map((variant, index) => (
        <div key={index} class={styles.variant} role="group" aria-label={variant.name}>
          <input
            class="mono"
            aria-label={`Name of variant ${index + 1}`}
            value={variant.name}
            onInput={(event) => replace(index, { name: event.currentTarget.value })}
          />
          <span class={`${styles.percent} ${fieldStyles.inputs}`}>
            <input
              type="number"
              min="0"
              max="100"
              step="0.1"
              aria-label={`Weight of ${variant.name} (%)`}
              value={variant.weight / 10}
              onChange={(event) => change(fixWeight(variants, index, Number(event.currentTarget.value) * 10))}
            />{' '}
            %
          </span>
          <FlagField
            entry={{ label: 'Fixed' }}
            isOn={variant.weightType === 'fix'}
            change={(isOn) => change(isOn ? fixWeight(variants, index, variant.weight) : freeWeight(variants, index))}
          />
          <Button
            look="quiet"
            size="small"
            className="end"
            aria-label={`Remove ${variant.name || 'variant'}`}
            press={() => change(spread(variants.toSpliced(index, 1)))}
            icon="close"
          />
          <PayloadFields
            of={variant.name}
            payload={variant.payload}
            change={(payload) => change(variants.with(index, withPayload(variant, payload)))}
          />
        </div>
      ))}
      <Button press={() => change(spread([...variants, freshVariant(variants)]))} icon="plus" text="Add variant" />
    </div>
  );
}

const freshVariant = (variants: readonly FeatureVariant[]): FeatureVariant => ({
  name: `variant-${variants.length + 1}`,
  weight: 0,
  weightType: 'variable',
  stickiness: variants[0]?.stickiness ?? 'default',
});

const withPayload = ({ payload: _payload, ...variant }: FeatureVariant, payload: Payload | undefined): FeatureVariant =>
  payload ? { ...variant, payload } : variant;

const hues = [styles.w0, styles.w1, styles.w2, styles.w3];

/** All weights as one bar, in repeating shades. */
function WeightBar({ variants }: { readonly variants: readonly Pick<FeatureVariant, 'name' | 'weight'>[] }) {
  const summary = variants.map(({ name, weight }) => `${name} ${weight / 10}%`).join(', ');
  let from = 0;
  return (
    <svg
      class={`${shareBarStyles.bar} ${styles.weights}`}
      viewBox="0 0 1000 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={`Weights: ${summary}`}
    >
      <rect class={shareBarStyles.ground} width="1000" height="8" />
      {variants.map(({ weight }, index) => {
        const x = from;
        from += weight;
        return <rect key={index} class={hues[index % hues.length]} x={x} width={Math.max(0, weight - 4)} height="8" />;
      })}
    </svg>
  );
}

interface PayloadFieldsProps {
  /** The name of the variant. */
  readonly of: string;
  readonly payload: Payload | undefined;
  readonly change: (payload: Payload | undefined) => void;
}

const payloadTypes = { none: 'None', string: 'Text', json: 'JSON', csv: 'CSV', number: 'Number' };

function PayloadFields({ of, payload, change }: PayloadFieldsProps) {
  const wrong = payload && whatIsWrong(payload);
  return (
    <div class={`${styles.payload} ${fieldStyles.entry}`}>
      <select
        aria-label={`Payload type of ${of}`}
        value={payload?.type ?? 'none'}
        onChange={({ currentTarget: { value } }) =>
          change(value === 'none' ? undefined : { type: value as Payload['type'], value: payload?.value ?? '' })
        }
      >
        {Object.entries(payloadTypes).map(([type, title]) => (
          <option key={type} value={type}>
            {title}
          </option>
        ))}
      </select>
      {payload && (
        <textarea
          class="mono"
          rows={payload.type === 'json' ? 3 : 1}
          aria-label={`Payload of ${of}`}
          aria-invalid={Boolean(wrong)}
          value={payload.value}
          onInput={(event) => change({ ...payload, value: event.currentTarget.value })}
        />
      )}
      {wrong && <small class={fieldStyles.refused}>{wrong}</small>}
    </div>
  );
}

function whatIsWrong({ type, value }: Payload): string | null {
  if (type === 'number') return value.trim() === '' || Number.isNaN(Number(value)) ? 'Enter a number.' : null;
  if (type !== 'json') return null;
  try {
    JSON.parse(value);
    return null;
  } catch {
    return 'Enter valid JSON.';
  }
}
