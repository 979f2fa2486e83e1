import { Icon } from '../../parts/mark/icon.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { useAnswer } from '../../server/answer.ts';
import { ask } from '../../server/request.ts';
import { featureTexts } from './texts.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';

/** Starts or stops mail to the current user about changes of the feature. */
export function WatchButton({ feature }: { readonly feature: string }) {
  const path = { featureName: feature };
  const { data: watch } = useAnswer('GET /api/admin/user/watches/{featureName}', { path });
  const { watching = false, mail = 'on' } = watch ?? {};
  const about = featureTexts.watch.about[mail];
  const toggle = () =>
    watching
      ? attempt(() => ask('DELETE /api/admin/user/watches/{featureName}', { path }), featureTexts.watch.stopped(feature))
      : attempt(() => ask('PUT /api/admin/user/watches/{featureName}', { path }), `${featureTexts.watch.started(feature)} ${about}`);
  return (
    <button type="button" class={buttonStyles.quiet} aria-pressed={watching} title={about} disabled={!watch} onClick={() => void toggle()}>
      <Icon name="bell" />
      {watching ? featureTexts.watch.on : featureTexts.watch.off}
    </button>
  );
}
