import { useAnswer } from '../../server/answer.ts';
import { FeatureCards } from './feature-cards.tsx';
import { Panel } from '../../parts/panel/panel.tsx';

const maxFavorites = 20;

export function Favorites() {
  const { data } = useAnswer('GET /api/admin/search/features', {
    query: { favorite: 'IS:true', limit: String(maxFavorites), sortBy: 'name', with: 'reach,usage' },
  });
  if (!data || data.features.length === 0) return null;
  return (
    <Panel title="Favorites">
      <FeatureCards features={data.features} />
    </Panel>
  );
}
