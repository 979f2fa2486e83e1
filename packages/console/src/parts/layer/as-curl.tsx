import type { Call } from '../../server/call.ts';
import { curlOf } from '../../server/curl.ts';
import { openLayer } from './layers.tsx';
import { Menu, type MenuChoice } from './menu.tsx';
import { CopyField } from './shown-once.tsx';
import * as formStyles from '../mark/form.module.css';

/** A request with the title of its button. */
export interface NamedCall {
  readonly title: string;
  readonly call: Call;
}

/** A menu item that shows the given requests as curl commands. */
export const asCurl = (calls: readonly NamedCall[]): MenuChoice => ({ title: 'Copy as curl', press: () => void showCurl(calls) });

/** A menu with that item, for pages without another menu. */
export const AsCurl = ({ calls }: { readonly calls: readonly NamedCall[] }) => <Menu label="More actions" choices={[asCurl(calls)]} />;

async function showCurl(calls: readonly NamedCall[]): Promise<void> {
  const lines = await Promise.all(calls.map(async ({ title, call }) => ({ label: title, text: await curlOf(call) })));
  openLayer({ title: 'Copy as curl', draw: () => <Lines lines={lines} /> });
}

function Lines({ lines }: { readonly lines: readonly { readonly label: string; readonly text: string }[] }) {
  return (
    <div class={formStyles.form}>
      <p class="dim">The requests behind the buttons on this page. Replace TOKEN with an API token that has the same permissions.</p>
      {lines.map((line) => (
        <CopyField key={line.label} {...line} />
      ))}
    </div>
  );
}
