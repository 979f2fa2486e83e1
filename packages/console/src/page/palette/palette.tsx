import { useSignal, type Signal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { closePalette, isPaletteOpen, keysAhead } from '../../frame/palette.ts';
import { Dialog } from '../../parts/layer/dialog.tsx';
import { leave } from '../../parts/layer/unsaved.tsx';
import { useTurn } from '../features/turn/use-turn.tsx';
import { Everything } from './everything.tsx';
import { type NamedFeature, type PaletteItem, matching } from './palette-item.ts';
import { noteRecent } from './recent.ts';
import { type AskToTurn, switchItems } from './switch-items.ts';
import { shortcuts } from '../../base/keys.ts';
import { featureHref } from '../../frame/address.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { useProtected } from '../../server/protection.ts';
import { send } from '../../server/call.ts';
import { useLack } from '../../server/session.ts';
import { copyText } from '../feature/copy-text.ts';
import { useEnvironments, useRefusal, type FeatureAnswer, useFeature } from '../feature/state/use-feature.ts';
import { scheduleWrite, whyNotLater } from '../feature/state/schedule-write.ts';
import { favor } from '../features/favor.ts';
import { archiveCall, favorCall, archivingAbout } from '../features/feature-calls.ts';
import { ItemList } from './item-list.tsx';

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

interface InsideFeatureProps {
  readonly of: NamedFeature;
  readonly typed: Signal<string>;
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  readonly back: () => void;
  readonly askToTurn: AskToTurn;
}

/** The second list: actions on one feature. Digits select its environments. */
function InsideFeature({ of, ...list }: InsideFeatureProps) {
  const found = useFeature(of.project, of.feature);
  const open = openItem(of);
  if (found.data) return <Verbs feature={found.data.detail} open={open} {...list} />;
  return <ItemList label={of.feature} items={[open]} isCurrent={found.error !== null} {...list} note={found.error?.message} />;
}

const openItem = ({ project, feature }: NamedFeature): PaletteItem => ({
  key: 'open',
  kind: 'feature',
  title: `Open ${feature}`,
  keys: shortcuts.open.keys,
  does: { href: featureHref(project, feature) },
});

type VerbsProps = Omit<InsideFeatureProps, 'of'> & { readonly feature: FeatureAnswer; readonly open: PaletteItem };

function Verbs({ feature, open, askToTurn, ...list }: VerbsProps) {
  const environments = useEnvironments(feature);
  // Until then there are no environments, so digits select none.
  const isCurrent = useProtected(feature.project) !== undefined;
  const refusal = useRefusal(feature.project);
  const lack = useLack();
  const of = { project: feature.project, feature: feature.name };
  const switches = environments.flatMap((environment, index) =>
    switchItems({
      of,
      environment,
      isOn: !environment.enabled,
      refused: refusal('UPDATE_FEATURE_ENVIRONMENT', environment),
      lack,
      askToTurn,
      ...(index < 9 && { digit: index + 1 }),
    }),
  );
  const later = environments.map((environment): PaletteItem => {
    const isOn = !environment.enabled;
    const target = { ...of, environment: environment.name, protected: environment.protected };
    return {
      key: `later ${environment.name}`,
      kind: 'verb',
      title: `Turn ${isOn ? 'on' : 'off'} ${feature.name} in ${environment.name} at a time…`,
      also: 'schedule scheduled later',
      refused: refusal('UPDATE_FEATURE_ENVIRONMENT', environment) ?? whyNotLater(environment),
      does: { act: () => scheduleWrite(target, { change: [{ action: 'updateEnabled', payload: { enabled: isOn } }] }) },
    };
  });
  const all = [
    open,
    ...switches,
    ...later,
    favorItem(feature),
    copyItem(of),
    archiveItem(feature, lack('DELETE_FEATURE', { project: of.project })),
  ];
  const text = list.typed.value;
  const isDigit = /^[1-9]$/.test(text) && environments.length >= Number(text);
  return <ItemList label={feature.name} items={text === '' || isDigit ? all : matching(all, text)} isCurrent={isCurrent} {...list} />;
}

const favorItem = (feature: FeatureAnswer): PaletteItem => ({
  key: 'favor',
  kind: 'verb',
  title: feature.favorite ? `Remove ${feature.name} from favorites` : `Add ${feature.name} to favorites`,
  keys: shortcuts.favorite.keys,
  call: favorCall(feature),
  does: { act: () => void favor(feature) },
});

const copyItem = ({ project, feature }: NamedFeature): PaletteItem => ({
  key: 'copy',
  kind: 'verb',
  title: 'Copy link',
  keys: shortcuts.copy.keys,
  does: { act: () => copyText(`${location.origin}${featureHref(project, feature)}`, 'Link copied.') },
});

function archiveItem(feature: FeatureAnswer, refused: string | undefined): PaletteItem {
  const { name } = feature;
  const call = archiveCall(feature);
  const archive = () =>
    confirm({
      title: `Archive ${name}?`,
      about: archivingAbout,
      submitTitle: 'Archive',
      act: () => send(call),
      done: `Archived ${name}.`,
    });
  return { key: 'archive', kind: 'verb', title: `Archive ${name}`, refused, call, does: { act: archive } };
}
