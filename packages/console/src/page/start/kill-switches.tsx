import { useSignal } from '@preact/signals';
import { useAnswer } from '../../server/answer.ts';
import { FeatureCards } from './feature-cards.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { Panel } from '../../parts/panel/panel.tsx';

const maxFetched = 100;
const maxShown = 5;

/** Kill switches that are not favorites, by name, so that turning one moves none. Hidden if there are none. */
export function KillSwitches() {
  const isComplete = useSignal(false);
  const { data } = useAnswer('GET /api/admin/search/features', {
    query: { type: ['kill-switch'], limit: String(maxFetched), sortBy: 'name', with: 'reach,usage' },
  });
  const others = data?.features.filter(({ favorite }) => !favorite) ?? [];
  if (!data || others.length === 0) return null;
  const further = data.total - data.features.length;
  return (
    <Panel title="Kill switches">
      <FeatureCards features={isComplete.value ? others : others.slice(0, maxShown)} />
      {!isComplete.value && others.length > maxShown && (
        <footer>
          <Button look="link" press={() => (isComplete.value = true)}>
            Show all {others.length.toLocaleString('en')}
          </Button>
        </footer>
      )}
      {isComplete.value && further > 0 && <footer>and {further} more</footer>}
    </Panel>
  );
}
