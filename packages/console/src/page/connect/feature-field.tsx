import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Picker } from '../../parts/form/picker.tsx';
import { useAnswer } from '../../server/answer.ts';
import * as fieldStyles from '../../parts/form/field.module.css';

const maxFound = 50;

interface FeatureFieldProps {
  readonly project: string;
  readonly chosen: string;
  readonly change: (feature: string) => void;
}

/** A feature of a project, found by the search of the server. The newest features come first. */
export function FeatureField({ project, chosen, change }: FeatureFieldProps) {
  const id = useId();
  const typed = useSignal('');
  const found = useAnswer(
    'GET /api/admin/search/features',
    {
      query: {
        project: `IS:${project}`,
        limit: String(maxFound),
        sortBy: 'createdAt',
        sortOrder: 'desc',
        ...(typed.value.trim() && { query: typed.value.trim().split(/\s+/).join(',') }),
      },
    },
    { keepsLast: true },
  );
  return (
    <div class={fieldStyles.entry}>
      <label htmlFor={id}>Feature</label>
      <Picker
        id={id}
        value={chosen}
        choices={(found.data?.features ?? []).map(({ name }) => ({ value: name, title: name }))}
        change={change}
        search={(text) => (typed.value = text)}
      />
    </div>
  );
}
