import { useAnswer } from '../../server/answer.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { useRefusal } from '../feature/state/use-environments.ts';
import type { PaletteItem, TypedSwitch } from './palette-item.ts';
import { type AskToTurn, switchItems } from './switch-items.ts';

interface Found {
  readonly name: string;
  readonly project: string | null;
}

const maxFeatures = 3;

/** Items for a typed switch command, for the features that match its name. */
export function useTypedSwitches(typed: TypedSwitch | null, found: readonly Found[], askToTurn: AskToTurn): readonly PaletteItem[] {
  const project = found[0]?.project ?? '';
  const path = { projectId: project };
  const when = typed !== null && project !== '';
  const { data: used } = useAnswer('GET /api/admin/environments/project/{projectId}', { path }, { when });
  const asking = useProtected(when ? project : null);
  const refusal = useRefusal(project);
  const lack = useLack();
  if (!typed || !used || !asking) return [];
  const environments = used.environments
    .filter(({ name, visible }) => visible && name.toLowerCase().startsWith(typed.environment))
    .map(({ name }) => ({ name, protected: asking.has(name) }));
  const features = found.filter((each) => each.project === project).slice(0, maxFeatures);
  return features.flatMap(({ name: feature }) =>
    environments.flatMap((environment) =>
      switchItems({
        of: { project, feature },
        environment,
        isOn: typed.isOn,
        refused: refusal('UPDATE_FEATURE_ENVIRONMENT', environment),
        lack,
        askToTurn,
      }),
    ),
  );
}
