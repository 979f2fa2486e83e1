import { Icon } from '../../parts/mark/icon.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { useAnswer } from '../../server/answer.ts';
import { ask } from '../../server/request.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';

const aboutMail = {
  on: 'and you receive mail',
  'not chosen': 'but not by mail, which you turned off',
  'no server': 'but not by mail: this server has no mail server',
  'no address': 'but not by mail: your account has no email address',
};

/** Starts or stops notifications of the current user about changes of the feature. */
export function WatchButton({ feature }: { readonly feature: string }) {
  const path = { featureName: feature };
  const { data: watch } = useAnswer('GET /api/admin/user/watches/{featureName}', { path });
  const { watching = false, mail = 'on' } = watch ?? {};
  const about = `Changes appear under the bell, ${aboutMail[mail]}.`;
  const toggle = () =>
    watching
      ? attempt(() => ask('DELETE /api/admin/user/watches/{featureName}', { path }), `You no longer watch ${feature}.`)
      : attempt(() => ask('PUT /api/admin/user/watches/{featureName}', { path }), `You watch ${feature}. ${about}`);
  return (
    <button type="button" class={buttonStyles.quiet} aria-pressed={watching} title={about} disabled={!watch} onClick={() => void toggle()}>
      <Icon name="bell" />
      {watching ? 'Watching' : 'Watch'}
    </button>
  );
}
