import { changeRequestHref } from '../../frame/address.ts';
import { formatMoment, counted } from '../../base/format.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { describeTarget } from '../proposal/target.ts';
import { StateTag } from '../../parts/mark/state-tag.tsx';
import { useLack } from '../../server/session.ts';
import { openTurnOff } from '../features/turn/turn-sheet.tsx';
import type { PendingRequest } from './pending.ts';
import type { ShownEnvironment, FeatureAnswer } from './state/use-feature.ts';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as styles from './feature.module.css';

interface ProtectedNoteProps {
  readonly feature: FeatureAnswer;
  readonly environment: ShownEnvironment;
  /** Open change requests in this environment. */
  readonly pending: readonly PendingRequest[];
  /** Number of test users whose result the first one would change; undefined if unknown. */
  readonly effect: number | undefined;
  readonly personas: number;
}

/** Explains that changes go to a change request, lists the open ones, and offers the emergency switch. */
export function ProtectedNote({ feature, environment, pending, effect, personas }: ProtectedNoteProps) {
  if (!environment.protected && pending.length === 0) return null;
  return (
    <div class={`${noteStyles.caution} ${noteStyles.wraps} ${styles.note}`}>
      {environment.protected && <Protection feature={feature} environment={environment} />}
      {pending.map((request, index) => (
        <div key={request.id} class={styles.pending}>
          <p>
            <b>
              Change request {request.id}: {request.title}
            </b>{' '}
            <StateTag request={request} />
            <small>{describeEffect(request, index === 0 ? effect : undefined, personas)}</small>
          </p>
          <ButtonLink look={index === 0 ? 'main' : 'small'} href={changeRequestHref(feature.project, request.id)} text="Review" />
        </div>
      ))}
    </div>
  );
}

const effectOn = (changed: number, all: number) =>
  changed === 0
    ? `No change for the ${all === 1 ? 'test user' : `${all} test users`}.`
    : `Would change the result of ${changed} of ${counted(all, 'test user')}.`;

function describeEffect({ schedule }: PendingRequest, effect: number | undefined, personas: number): string {
  return [
    schedule?.status === 'pending' ? `Takes effect on ${formatMoment(Date.parse(schedule.scheduledAt))}.` : '',
    effect === undefined ? '' : effectOn(effect, personas),
  ]
    .filter(Boolean)
    .join(' ');
}

function Protection({ feature: { project, name }, environment }: Pick<ProtectedNoteProps, 'feature' | 'environment'>) {
  const lack = useLack();
  const where = { project, environment: environment.name };
  const refused = lack('UPDATE_FEATURE_ENVIRONMENT', where) ?? lack('SKIP_CHANGE_REQUEST', where);
  return (
    <>
      <Icon name="lock" />
      <p>
        {describeTarget(where)}
        {lack('UPDATE_FEATURE_STRATEGY', where) && ' You can only propose changes here: someone else approves and applies them.'}
      </p>
      {environment.enabled && (
        <span class={noteStyles.end}>
          <Button
            look="dangerLine"
            size="small"
            refused={refused}
            press={(button) => openTurnOff({ project, feature: name, environment: environment.name }, button)}
            text="Emergency off"
          />
        </span>
      )}
    </>
  );
}
