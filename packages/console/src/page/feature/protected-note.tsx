import { changeRequestHref } from '../../frame/address.ts';
import { Icon } from '../../parts/icon.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useSession } from '../../server/session.ts';
import { featureTexts } from './texts.ts';
import { serverTexts } from '../../server/texts.ts';
import { openTurnOff } from '../features/turn-off-sheet.tsx';
import type { ShownEnvironment } from './use-environments.ts';
import type { FeatureAnswer } from './use-feature.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as noteStyles from '../../parts/note.module.css';
import * as styles from './feature.module.css';

interface ProtectedNoteProps {
  readonly feature: FeatureAnswer;
  readonly environment: ShownEnvironment;
}

/** Explains that changes go to a change request, links to the user's draft and offers the emergency switch. */
export function ProtectedNote({ feature, environment }: ProtectedNoteProps) {
  const { project, name } = feature;
  const { may } = useSession();
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/pending', { path: { projectId: project } });
  const draft = data?.find((request) => request.environment === environment.name);
  const where = { project, environment: environment.name };
  const lacking = ['UPDATE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'].find((permission) => !may(permission, where));
  const refused = lacking === undefined ? undefined : serverTexts.lacks(lacking);
  return (
    <div class={`${noteStyles.caution} ${noteStyles.wraps} ${styles.note}`}>
      <Icon name="lock" />
      <p>
        {featureTexts.protected}{' '}
        {draft && (
          <>
            {featureTexts.changeRequest.draft}{' '}
            <a class={buttonStyles.link} href={changeRequestHref(project, draft.id)}>
              {draft.title}
            </a>
          </>
        )}
      </p>
      {environment.enabled && (
        <span class={noteStyles.end}>
          <button
            type="button"
            class={`${buttonStyles.small} ${buttonStyles.dangerLine}`}
            aria-disabled={refused !== undefined}
            title={refused}
            onClick={(event) =>
              refused === undefined && openTurnOff({ project, feature: name, environment: environment.name }, event.currentTarget)
            }
          >
            {featureTexts.turnOff.now}
          </button>
        </span>
      )}
    </div>
  );
}
