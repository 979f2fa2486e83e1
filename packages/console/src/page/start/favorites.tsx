import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { words } from '../../base/words.ts';
import { FeatureCards } from './feature-cards.tsx';

const maxFavorites = 20;

/** The features that somebody comes back to. */
export function Favorites() {
  const favorites = useAnswer('GET /api/admin/search/features', {
    query: { favorite: 'IS:true', limit: String(maxFavorites), sortBy: 'name', with: 'reach' },
  });
  return (
    <section class="panel">
      <header>
        <h2>{words.start.favorites}</h2>
      </header>
      <Answer of={favorites}>
        {({ features }) =>
          features.length === 0 ? <p class="body dim">{words.start.noFavorites}</p> : <FeatureCards features={features} />
        }
      </Answer>
    </section>
  );
}
