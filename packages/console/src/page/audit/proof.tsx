import { useSignal } from '@preact/signals';
import { counted, formatAge, formatAgo, formatExact } from '../../base/format.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { openLayer } from '../../parts/layer/layers.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { type AnswerOf, ask } from '../../server/ask.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as formStyles from '../../parts/mark/form.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './audit.module.css';

export type AuditState = AnswerOf<'GET /api/admin/audit/state'>;

/** The last verified event, which opens the details. Hidden from users without permission, and if the chain is broken. */
export function Proof({ state }: { readonly state: AuditState | undefined }) {
  if (!state?.verifiedAt || state.broken) return null;
  const { verifiedTo, verifiedAt } = state;
  return (
    <Button
      look="link"
      className={styles.chain}
      title={formatExact(verifiedAt)}
      press={() => openLayer({ title: 'Verification of the log', draw: () => <Details state={state} /> })}
    >
      Verified to event {verifiedTo} · checked {formatAgo(formatAge(Date.parse(verifiedAt), Date.now()))}
    </Button>
  );
}

function Details({ state: { head, verifiedTo, verifiedAt, checkpoint } }: { readonly state: AuditState }) {
  const found = useSignal<AnswerOf<'GET /api/admin/audit/verify'> | null>(null);
  const verify = () =>
    attempt(async () => {
      found.value = null;
      found.value = await ask('GET /api/admin/audit/verify', {});
    });
  const save = () =>
    attempt(async () => {
      const proof = await ask('GET /api/admin/audit/checkpoints', {});
      saveFile('audit-checkpoints.json', `${JSON.stringify(proof, null, 2)}\n`);
    });
  return (
    <div class={formStyles.form}>
      <p>Each event contains the hash of the one before it. Signed checkpoints of the chain show any later change, removal or insertion.</p>
      <dl class={panelStyles.facts}>
        <dt>Last</dt>
        <dd>event {head}</dd>
        <dt>Verified</dt>
        <dd>
          to event {verifiedTo}
          {verifiedAt && `, ${formatExact(verifiedAt)}`}
        </dd>
        <dt>Signed</dt>
        <dd>{checkpoint ? `to event ${checkpoint.eventId}, ${formatExact(checkpoint.createdAt)}` : 'not yet'}</dd>
      </dl>
      {found.value && (
        <p class={found.value.verified ? noteStyles.note : noteStyles.stop} role="status">
          {found.value.break
            ? `Event ${found.value.break.id} breaks the chain: ${found.value.break.reason}.`
            : `Verified ${counted(found.value.events, 'event')} and ${counted(found.value.checkpoints, 'checkpoint')} now.`}
        </p>
      )}
      <div class={panelStyles.line}>
        <Button look="main" press={() => void verify()} text="Verify now" />
        <Button look="button" press={() => void save()} text="Download proof" />
      </div>
    </div>
  );
}
