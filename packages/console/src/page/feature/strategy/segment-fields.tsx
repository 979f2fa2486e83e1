import { Icon } from '../../../parts/icon.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { strategyTexts } from './texts.ts';
import * as buttonStyles from '../../../parts/button.module.css';
import * as valuesFieldStyles from '../../../parts/values-field.module.css';

interface SegmentFieldsProps {
  /** Null offers the segments of the instance only. */
  readonly project: string | null;
  readonly chosen: readonly number[];
  readonly change: (chosen: readonly number[]) => void;
}

/** The segments that a user must be in, all of them. */
export function SegmentFields({ project, chosen, change }: SegmentFieldsProps) {
  const { data } = useAnswer('GET /api/admin/segments', {});
  const usable = (data?.segments ?? []).filter((segment) => segment.project === null || segment.project === project);
  const left = usable.filter(({ id }) => !chosen.includes(id));
  const nameOf = (id: number) => data?.segments.find((segment) => segment.id === id)?.name ?? String(id);
  if (usable.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset>
      <legend>{strategyTexts.segments}</legend>
      <div class={valuesFieldStyles.chosen}>
        {chosen.map((id) => (
          <span key={id} class={`${valuesFieldStyles.chip} mono`}>
            {nameOf(id)}
            <button
              type="button"
              class={buttonStyles.quiet}
              aria-label={strategyTexts.removeSegment(nameOf(id))}
              onClick={() => change(chosen.filter((one) => one !== id))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        {left.length > 0 && (
          <select
            aria-label={strategyTexts.addSegment}
            value=""
            onChange={(event) => event.currentTarget.value && change([...chosen, Number(event.currentTarget.value)])}
          >
            <option value="">{strategyTexts.addSegment}</option>
            {left.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
    </fieldset>
  );
}
