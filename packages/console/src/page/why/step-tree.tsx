import type { RulerScale, Step } from './steps.ts';
import * as statusDotStyles from '../../parts/mark/status-dot.module.css';
import * as styles from './why.module.css';
import { ButtonLink } from '../../parts/mark/button.tsx';

interface StepTreeProps {
  readonly steps: readonly Step[];
  /** The page where a strategy can be edited. */
  readonly editHref: string;
}

/** The steps with their sub-steps. */
export function StepTree({ steps, editHref }: StepTreeProps) {
  return (
    <ul>
      {steps.map((step, index) => (
        <li key={index} class={step.state === 'unevaluated' ? styles.unevaluated : ''}>
          <StepLine step={step} editHref={editHref} />
          {step.ruler && <Ruler {...step.ruler} />}
          {step.ruler?.of === 100 && <small class="dim">Included in rollouts of {step.ruler.bucket}% or more.</small>}
          {step.steps && step.steps.length > 0 && <StepTree steps={step.steps} editHref={editHref} />}
        </li>
      ))}
    </ul>
  );
}

function StepLine({ step: { state, phrases, note, given, strategy }, editHref }: { readonly step: Step; readonly editHref: string }) {
  return (
    <div class={styles.line}>
      <StepDot state={state} />
      {phrases.map(({ kind, text }, index) => (kind === 'text' ? <span key={index}>{text}</span> : <code key={index}>{text}</code>))}
      {given !== undefined && (
        <>
          <span class={styles.got}>actual</span>
          <code class={{ holds: styles.good, fails: styles.bad, unevaluated: '', unknown: '' }[state]}>{given ?? 'nothing'}</code>
        </>
      )}
      {note && <span class={styles.got}>{note}</span>}
      {strategy !== undefined && (
        <ButtonLink
          look="link"
          className={styles.end}
          href={editHref}
          aria-label={`Edit ${phrases.map(({ text }) => text).join(' ')}`}
          text="Edit"
        />
      )}
    </div>
  );
}

const drawings = {
  holds: <path class={statusDotStyles.tick} d="m4.2 7.2 2 2 3.7-4.2" />,
  fails: <path class={statusDotStyles.cross} d="m4.8 4.8 4.4 4.4M9.2 4.8 4.8 9.2" />,
  unevaluated: null,
  unknown: (
    <path
      class={statusDotStyles.cross}
      d="M7 7.8c0-1.200 1.500-1.300 1.500-2.500 0-.8-.7-1.300-1.500-1.300s-1.500.5-1.500 1.300M7 9.900h.1"
    />
  ),
} as const;

const looks = {
  holds: statusDotStyles.lit,
  fails: statusDotStyles.fails,
  unevaluated: statusDotStyles.dashed,
  unknown: statusDotStyles.waits,
};

const states = { holds: 'matches', fails: 'does not match', unevaluated: 'not evaluated', unknown: 'unknown' };

/** State of a step as an icon: tick, cross, dashed ring or question mark, with the word for screen readers. */
function StepDot({ state }: { readonly state: Step['state'] }) {
  return (
    <svg class={`${statusDotStyles.dot} ${looks[state]}`} viewBox="0 0 14 14" role="img" aria-label={states[state]}>
      <circle class={statusDotStyles.ring} cx="7" cy="7" r="6" />
      {state === 'holds' && <circle class={statusDotStyles.fill} cx="7" cy="7" r="6" />}
      {drawings[state]}
    </svg>
  );
}

const [top, height] = [22, 14];

/** All buckets on a line, with the range of the rollout and the user's bucket. */
function Ruler({ bucket, of, from, to }: RulerScale) {
  const percentAt = (edge: number) => (100 * edge) / of;
  const pin = percentAt(bucket - 0.5);
  const isIn = bucket >= from && bucket <= to;
  return (
    <svg
      class={`${styles.ruler} ${isIn ? styles.isIn : ''}`}
      role="img"
      aria-label={`Buckets 1 to ${of}: the rollout covers ${from} to ${to}. This user is in bucket ${bucket}.`}
    >
      <rect class={styles.ground} y={top} width="100%" height={height} rx="3" />
      {to >= from && (
        <rect class={styles.range} x={`${percentAt(from - 1)}%`} y={top} width={`${percentAt(to - from + 1)}%`} height={height} rx="3" />
      )}
      <line class={styles.pin} x1={`${pin}%`} x2={`${pin}%`} y1={top - 6} y2={top + height + 6} />
      <text class={styles.pinText} x={`${pin}%`} y={top - 10} text-anchor={anchorAt(pin)}>
        bucket {bucket}
      </text>
      <text class={styles.range} x={`${percentAt(from - 1)}%`} y={top + height + 18} text-anchor={anchorAt(percentAt(from - 1))}>
        {to < from ? 'none' : `${from} to ${to}`}
      </text>
      {to < of && (
        <text x="100%" y={top + height + 18} text-anchor="end">
          {of}
        </text>
      )}
    </svg>
  );
}

const nearEdge = 15;

/** Anchors text near an end of the line so that it stays inside. */
function anchorAt(percent: number): 'start' | 'middle' | 'end' {
  if (percent < nearEdge) return 'start';
  return percent > 100 - nearEdge ? 'end' : 'middle';
}
