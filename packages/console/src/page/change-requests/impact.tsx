import { formatFigure } from '../../base/format.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type ChangeRequest, type EvaluatedAnswer, type Impact } from '../../server/ask.ts';
import * as styles from './change-requests.module.css';

/** Impact of a request; not loaded for closed requests. */
export const useImpact = ({ project, id }: ChangeRequest, when = true) =>
  useAnswer('GET /api/admin/projects/{projectId}/change-requests/{id}/impact', { path: { projectId: project, id } }, { when });

/** Impact in three figures. */
export function ImpactFigures({ request }: { readonly request: ChangeRequest }) {
  const impact = useImpact(request);
  return (
    <Panel title="Impact">
      <Answer of={impact}>{(measured) => <Figures impact={measured} />}</Answer>
    </Panel>
  );
}

const affected = (feature: string, others: number) =>
  `of contexts get ${feature}${others > 0 ? `; ${others === 1 ? '1 other feature is' : `${others} other features are`} affected` : ''}`;

const describeFlipped = (recent: number) =>
  recent === 0
    ? 'contexts would see a change (test users and simulated users; no live traffic sampled)'
    : `contexts would see a change (${formatFigure(recent)} contexts sampled from live traffic)`;

function Figures({ impact }: { readonly impact: Impact }) {
  const { contexts, flipped, features, personas, unmeasured } = impact;
  const all = contexts.personas + contexts.recent + contexts.generated;
  const widest = features.toSorted((one, other) => other.share - one.share)[0];
  return (
    <div class={styles.big}>
      <div>
        <b>
          {formatFigure(personas.length)} of {formatFigure(contexts.personas)}
        </b>
        <span class="dim">{contexts.personas === 0 ? 'test users (none saved in this project)' : 'test users would see a change'}</span>
      </div>
      <div>
        <b>{widest ? `${percent(widest.on.before)}% → ${percent(widest.on.after)}%` : 'No feature'}</b>
        <span class="dim">{widest ? affected(widest.name, features.length - 1) : 'would evaluate differently'}</span>
      </div>
      <div>
        <b>
          {formatFigure(flipped)} of {formatFigure(all)}
        </b>
        <span class="dim">{describeFlipped(contexts.recent)}</span>
      </div>
      {unmeasured.length > 0 && (
        <p class="dim">
          The impact on {unmeasured.join(', ')} is unknown: a changed strategy depends on the time or matches none of the simulated users.
        </p>
      )}
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
    <Panel title="Affected test users">
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
      {others > 0 && <footer>{others === 1 ? '1 other is not affected' : `${others} others are not affected`}</footer>}
    </Panel>
  );
}

const EvaluationResult = ({ answer: { enabled, variant } }: { readonly answer: EvaluatedAnswer }) => (
  <>
    <StatusDot reach={enabled} />
    <b>{enabled ? (variant ?? 'on') : 'off'}</b>
  </>
);
