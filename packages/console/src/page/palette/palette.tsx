import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { closePalette, isPaletteOpen, keysAhead } from '../../frame/palette.ts';
import { Dialog } from '../../parts/layer/dialog.tsx';
import { leave } from '../../parts/layer/unsaved.tsx';
import { useTurn } from '../features/turn/use-turn.tsx';
import { Everything } from './everything.tsx';
import { InsideFeature } from './inside-feature.tsx';
import type { NamedFeature, PaletteItem } from './palette-item.ts';
import { noteRecent } from './recent.ts';
import type { AskToTurn } from './switch-items.ts';

export function Palette() {
  const ask = useTurn();
  return (
    <Dialog title="Search and commands" isOpen={isPaletteOpen.value} close={closePalette}>
      <Lists askToTurn={ask} />
    </Dialog>
  );
}

function Lists({ askToTurn }: { readonly askToTurn: AskToTurn }) {
  const { route } = useLocation();
  const typed = useSignal('');
  const inside = useSignal<NamedFeature | null>(null);
  const lead = (to: NamedFeature | null) => {
    inside.value = to;
    typed.value = '';
  };
  const choose = (item: PaletteItem) => {
    if (inside.value === null) noteRecent(item);
    if ('inside' in item.does) return lead(item.does.inside);
    closePalette();
    const { does } = item;
    if ('href' in does) leave(() => route(does.href));
    else does.act();
  };
  const list = { ahead: keysAhead, typed, choose, askToTurn };
  if (inside.value) return <InsideFeature key="inside" of={inside.value} back={() => lead(null)} {...list} />;
  return <Everything key="everything" {...list} />;
}
