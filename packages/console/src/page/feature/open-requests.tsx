import { changeRequestHref } from '../../frame/address.ts';
import { useAnswer } from '../../server/answer.ts';
import { featureTexts } from './texts.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import type { FeatureAnswer } from './use-feature.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as listStyles from '../../parts/list.module.css';
import * as panelStyles from '../../parts/panel.module.css';

/** Open change requests for a feature. Renders nothing if there are none or they are unavailable. */
export function OpenRequests({ feature: { project, name } }: { readonly feature: FeatureAnswer }) {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/pending/{featureName}', {
    path: { projectId: project, featureName: name },
  });
  if (!data || data.length === 0) return null;
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{featureTexts.changeRequest.ofFeature}</h2>
      </header>
      <ul class={listStyles.plain}>
        {data.map((request) => (
          <li key={request.id}>
            <a class={buttonStyles.link} href={changeRequestHref(project, request.id)}>
              {request.title}
            </a>
            <small>{request.environment}</small>
            <StateTag request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}
