import { useDebounced } from '../../../parts/use-debounced.ts';
import { useAnswer } from '../../../server/answer.ts';
import type { AddonInput, Provider } from '../../../server/operations.ts';
import { readableBody } from './addon-form.ts';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as shownOnceStyles from '../../../parts/layer/shown-once.module.css';

const quietMs = 200;

interface AddonPreviewProps {
  readonly provider: Provider;
  readonly parameters: AddonInput['parameters'];
}

/** Request bodies for an example event, with the values being typed. */
export function AddonPreview({ provider: { name, parameters: known }, parameters }: AddonPreviewProps) {
  const secret = new Set(known.filter(({ sensitive }) => sensitive).map((parameter) => parameter.name));
  const visible = JSON.stringify(Object.fromEntries(Object.entries(parameters).filter(([parameter]) => !secret.has(parameter))));
  const body = { provider: name, parameters: JSON.parse(useDebounced(visible, quietMs)) as AddonInput['parameters'] };
  const { data, error } = useAnswer('POST /api/admin/addons/preview', { body }, { keepsLast: true });
  return (
    <figure class={shownOnceStyles.copy} aria-label="Preview for an example event">
      <figcaption>Preview for an example event</figcaption>
      {error && <p class={noteStyles.stop}>{error.message}</p>}
      {data?.bodies.length === 0 && <p class="dim">Nothing is sent for this event: it has no channel.</p>}
      {data?.bodies.map((text, index) => (
        <pre key={index} tabIndex={0} role="group" aria-label={`Request ${index + 1}`}>
          {readableBody(text)}
        </pre>
      ))}
    </figure>
  );
}
