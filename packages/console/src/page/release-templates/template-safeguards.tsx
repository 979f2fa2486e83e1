import { SafeguardLine, SafeguardList } from './safeguard/safeguard-list.tsx';
import { useWatchable } from './safeguard/use-watchable.ts';
import type { TemplateContent } from './template-content.ts';

type Safeguards = TemplateContent['safeguards'];

interface TemplateSafeguardsProps {
  readonly safeguards: Safeguards;
  /** Reason why the user cannot write the template, if any. */
  readonly mayNot: string | undefined;
  readonly change: (safeguards: Safeguards) => void;
}

/** The safeguards that each plan of the template begins with. */
export function TemplateSafeguards({ safeguards, mayNot, change }: TemplateSafeguardsProps) {
  const known = useWatchable();
  const refused = mayNot ?? (known ? undefined : 'The metrics are loading.');
  async function open(index: number) {
    if (!known) return;
    const { openTemplateSafeguard } = await import('./safeguard/safeguard-form.tsx');
    const safeguard = safeguards[index] ?? null;
    openTemplateSafeguard({ known, safeguard, save: (saved) => change(safeguards.toSpliced(index, 1, saved)) });
  }
  return (
    <SafeguardList heading="h2" refused={refused} add={() => void open(safeguards.length)}>
      {safeguards.map((safeguard, index) => (
        <li key={index}>
          <SafeguardLine
            safeguard={safeguard}
            refused={refused}
            edit={() => void open(index)}
            remove={() => change(safeguards.toSpliced(index, 1))}
          />
        </li>
      ))}
    </SafeguardList>
  );
}
