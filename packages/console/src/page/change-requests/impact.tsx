import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { ChangeRequest, EvaluatedAnswer, Impact } from '../../server/operations.ts';
import { pageTexts } from '../texts.ts';
import { changeRequestsTexts } from './texts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './change-requests.module.css';

/** Impact of a request; not loaded for closed requests. */
export const useImpact = ({ project, id }: ChangeRequest, when = true) =>
  useAnswer('GET /api/admin/projects/{projectId}/change-requests/{id}/impact', { path: { projectId: project, id } }, { when });

/** Impact in three figures. */
export function ImpactFigures({ request }: { readonly request: ChangeRequest }) {
  const impact = useImpact(request);
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{changeRequestsTexts.impact.title}</h2>
      </header>
      <Answer of={impact}>{(measured) => <Figures impact={measured} />}</Answer>
    </section>
  );
}

function Figures({ impact }: { readonly impact: Impact }) {
  const { contexts, flipped, features, personas, unmeasured } = impact;
  const all = contexts.personas + contexts.recent + contexts.generated;
  const widest = features.toSorted((one, other) => other.share - one.share)[0];
  return (
    <div class={styles.big}>
      <div>
        <b>{changeRequestsTexts.impact.of(personas.length, contexts.personas)}</b>
        <span class="dim">{changeRequestsTexts.impact.personas(contexts.personas)}</span>
      </div>
      <div>
        <b>
          {widest
            ? changeRequestsTexts.impact.shares(percent(widest.on.before), percent(widest.on.after))
            : changeRequestsTexts.impact.none}
        </b>
        <span class="dim">
          {widest ? changeRequestsTexts.impact.getIt(widest.name, features.length - 1) : changeRequestsTexts.impact.noFeature}
        </span>
      </div>
      <div>
        <b>{changeRequestsTexts.impact.of(flipped, all)}</b>
        <span class="dim">{changeRequestsTexts.impact.contexts(contexts.recent)}</span>
      </div>
      {unmeasured.length > 0 && <p class="dim">{changeRequestsTexts.impact.unmeasured(unmeasured)}</p>}
    </div>
  );
}

const percent = (share: number): number => Math.round(share * 100);

/** Test users with a different result. */
export function PersonasWhoChange({ request }: { readonly request: ChangeRequest }) {
  const { data } = useImpact(request);
  if (!data || data.contexts.personas === 0) return null;
  const others = data.contexts.personas - data.personas.length;
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{changeRequestsTexts.impact.whoChange}</h2>
      </header>
      <ul class={styles.flip}>
        {data.personas.flatMap(({ name, changes }) =>
          changes.map(({ feature, before, after }) => (
            <li key={`${name} ${feature}`}>
              <span>
                {name}
                <br />
                <small class="mono">{feature}</small>
              </span>
              <span class={styles.turned}>
                <EvaluationResult answer={before} /> → <EvaluationResult answer={after} />
              </span>
            </li>
          )),
        )}
      </ul>
      {others > 0 && <footer>{changeRequestsTexts.impact.others(others)}</footer>}
    </section>
  );
}

const EvaluationResult = ({ answer: { enabled, variant } }: { readonly answer: EvaluatedAnswer }) => (
  <>
    <StatusDot reach={{ kind: enabled ? 'everybody' : 'nobody', strategies: 1, variants: 0 }} />
    <b>{enabled ? (variant ?? pageTexts.persona.on) : pageTexts.persona.off}</b>
  </>
);
