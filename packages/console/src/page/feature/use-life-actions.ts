import { useLocation } from 'preact-iso/router';
import { featureHref, projectHref } from '../../frame/address.ts';
import type { MenuChoice } from '../../parts/layer/menu.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useRefusal } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';

/** Completes, copies, moves or archives a feature. */
export function useLifeActions(feature: FeatureAnswer): readonly MenuChoice[] {
  const { route } = useLocation();
  const refusal = useRefusal(feature.project);
  const { data } = useAnswer('GET /api/admin/projects', {});
  const others = (data?.projects ?? []).filter(({ id }) => id !== feature.project);
  const go = (project: string, name: string) => route(featureHref(project, name));
  const dialogs = () => import('./life-of-feature.ts');
  return [
    {
      title: feature.lifecycle.stage === 'completed' ? 'Reopen' : 'Complete',
      refused: refusal('UPDATE_FEATURE'),
      press: () => void dialogs().then(({ complete }) => complete(feature)),
    },
    {
      title: 'Copy feature',
      refused: refusal('CREATE_FEATURE'),
      press: () => void dialogs().then(({ askForClone }) => askForClone(feature, go)),
    },
    {
      title: 'Move to another project',
      refused: refusal('MOVE_FEATURE_TOGGLE') ?? (others.length === 0 ? 'You have no access to another project.' : undefined),
      press: () => void dialogs().then(({ askForMove }) => askForMove(feature, others, go)),
    },
    {
      title: 'Archive feature',
      refused: refusal('DELETE_FEATURE') ?? (feature.children.length > 0 ? firstArchive(feature.children) : undefined),
      press: () => void dialogs().then(({ askForArchive }) => askForArchive(feature, () => route(projectHref(feature.project)))),
    },
  ];
}

const firstArchive = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on this feature. Archive or detach ${names.length === 1 ? 'it' : 'them'} first.`;
