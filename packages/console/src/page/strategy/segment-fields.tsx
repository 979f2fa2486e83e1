import { Select } from '../../parts/form/select.tsx';
import { Chip } from '../../parts/form/values-field.tsx';
import { useAnswer } from '../../server/answer.ts';
import * as valuesFieldStyles from '../../parts/form/values-field.module.css';

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
      <legend>Segments</legend>
      <div class={valuesFieldStyles.chosen}>
        {chosen.map((id) => (
          <Chip key={id} value={nameOf(id)} remove={() => change(chosen.filter((one) => one !== id))} />
        ))}
        {left.length > 0 && (
          <Select
            label="Add a segment"
            value=""
            placeholder="Add a segment"
            choices={left.map(({ id, name }) => ({ value: String(id), title: name }))}
            change={(value) => value && change([...chosen, Number(value)])}
          />
        )}
      </div>
    </fieldset>
  );
}
