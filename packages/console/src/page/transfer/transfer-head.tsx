import { words } from '../../base/words.ts';
import { projectHref } from '../../frame/address.ts';

const tabs = ['promote', 'transfer'] as const;

/** The ways in which configuration moves: between environments, and as files. */
export function TransferHead({ project, at }: { readonly project: string; readonly at: (typeof tabs)[number] }) {
  return (
    <>
      <div class="head">
        <div>
          <h1>{words.transfer.titles[at]}</h1>
          <p class="dim">{words.transfer.abouts[at]}</p>
        </div>
      </div>
      <nav class="tabs" aria-label={words.transfer.parts}>
        {tabs.map((tab) => (
          <a key={tab} href={`${projectHref(project)}/${tab}`} aria-current={tab === at ? 'page' : undefined}>
            {words.transfer.titles[tab]}
          </a>
        ))}
      </nav>
    </>
  );
}
