import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { counted } from '../../base/format.ts';
import { hrefOf, segmentHref } from '../../frame/address.ts';
import { asCurl } from '../../parts/layer/as-curl.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { nameOf, proposeTitle, targetOf, useProtecting, type Where } from '../proposal/target.ts';
import { NoSuch } from '../../parts/panel/no-such.tsx';
import { Answer, Panel, PlainPanel } from '../../parts/panel/panel.tsx';
import { describeConstraint } from '../../parts/strategy/sentence.ts';
import { ServerOnlyNote } from '../../parts/strategy/list-preview.tsx';
import { SentenceLine } from '../../parts/strategy/sentence-line.tsx';
import { useAnswer, type Constraint, type AnswerOf, type SegmentWithLists } from '../../server/ask.ts';
import { ListLine } from './list-line.tsx';
import { type SegmentContent, segmentContent } from './segment-content.ts';
import { SegmentEditor } from './segment-editor.tsx';
import { SegmentPersonas } from './segment-personas.tsx';
import { SegmentUses } from './segment-uses.tsx';
import { createSegment, deleteSegment, saveSegment, segmentCalls } from './segment-writes.ts';
import { useMayNotWrite } from './use-may-not-write.ts';
import type { Home } from '../../server/session.ts';
import { type ReadSegment, useSegment } from './use-segment.ts';
import { AboutShared, PageHead } from '../../parts/panel/page-head.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { segmentsAbout } from './segments.tsx';
import { confirm } from '../../parts/form/confirm.tsx';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as strategyStyles from '../../parts/strategy/strategy.module.css';
import * as styles from './segments.module.css';

interface SegmentPageProps {
  readonly project?: string;
  /** Numeric id, or `new`. */
  readonly id: string;
}

/** The page of a segment: conditions, uses and test users. */
export function SegmentPage({ project, id }: SegmentPageProps) {
  const from: Home = project ?? null;
  if (id === 'new') return <NewSegment from={from} />;
  return /^[1-9]\d{0,8}$/.test(id) ? <KnownSegment key={id} from={from} id={Number(id)} /> : <NoSegment from={from} />;
}

const KnownSegment = ({ from, id }: { readonly from: Home; readonly id: number }) => (
  <Answer of={useSegment(id)} none={<NoSegment from={from} />}>
    {(read) => <Shown from={from} read={read} />}
  </Answer>
);

const NoSegment = ({ from }: { readonly from: Home }) => (
  <NoSuch title="Segment not found" href={hrefOf(from, 'segments')} all="All segments" />
);

type Uses = AnswerOf<'GET /api/admin/segments/{id}/strategies'>['protectedUses'];

const ProposalNote = ({ where, uses }: { readonly where: Where; readonly uses: Uses }) => (
  <div class={`${noteStyles.caution} ${styles.note}`}>
    <Icon name="lock" />
    <div>
      {uses
        ? `Used in ${counted(uses.environments, 'protected environment')} of ${counted(uses.projects, 'project')}, which must approve`
        : 'This project requires change requests'}
      : your changes go to {nameOf(targetOf(where))} for {where.environment}.
    </div>
  </div>
);

function Shown({ from, read }: { readonly from: Home; readonly read: ReadSegment }) {
  const { name, description, project, constraints } = read.segment;
  const { data: uses } = useAnswer('GET /api/admin/segments/{id}/strategies', { path: { id: read.segment.id } });
  const where = useProtecting(project) ?? uses?.protectedUses?.proposeIn ?? null;
  const mayNot = useMayNotWrite('UPDATE_SEGMENT', project);
  const editing = useSignal<ReadSegment | null>(null);
  const [draft, setDraft] = useState<readonly Constraint[] | null>(null);
  const close = () => {
    editing.value = null;
    setDraft(null);
  };
  return (
    <>
      <PageHead
        title={name}
        about={<AboutShared description={description} project={project} />}
        more={[asCurl(segmentCalls(read, where))]}
      />
      <div class={columnsStyles.columns}>
        <div>
          {uses?.localApplications && (
            <div class={styles.note}>
              <ServerOnlyNote applications={uses.localApplications} />
            </div>
          )}
          {where && <ProposalNote where={where} uses={project ? undefined : uses?.protectedUses} />}
          <PlainPanel label="Conditions">
            {editing.value ? (
              <SegmentEditor
                begun={segmentContent(editing.value.segment)}
                stored={editing.value.segment}
                before={segmentContent(editing.value.segment)}
                submitTitle="Save segment"
                proposesTo={where}
                drafts={setDraft}
                save={async (content, accepted) => {
                  await saveSegment(editing.value ?? read, content, { where, accepted });
                  close();
                }}
                latest={segmentContent(read.segment)}
                rebase={() => (editing.value = read)}
                close={close}
              />
            ) : (
              <WhoIsInIt segment={read.segment} mayNot={where ? undefined : mayNot} edit={() => (editing.value = read)} />
            )}
          </PlainPanel>
          <SegmentUses id={read.segment.id} />
          <DeletePanel from={from} read={read} where={where} />
        </div>
        <aside>
          <SegmentPersonas home={project ?? from} constraints={constraints} draft={draft} />
        </aside>
      </div>
    </>
  );
}

interface WhoIsInItProps {
  readonly segment: SegmentWithLists;
  readonly mayNot: string | undefined;
  readonly edit: () => void;
}

function WhoIsInIt({ segment: { constraints, lists = [] }, mayNot, edit }: WhoIsInItProps) {
  return (
    <>
      <header>
        <div>
          <h2>Conditions</h2>
          {constraints.length > 1 && <small>users must match all of these</small>}
        </div>
        <span class={panelStyles.end}>
          <Button refused={mayNot} press={edit} text="Edit segment" />
        </span>
      </header>
      {constraints.length === 0 && <p class="dim">No conditions: everyone is in this segment.</p>}
      <ol class={styles.conditions}>
        {constraints.map((constraint, index) => (
          <li key={index} class={strategyStyles.strategy}>
            <span class={strategyStyles.number} aria-hidden="true">
              {index + 1}
            </span>
            <SentenceLine phrases={describeConstraint(constraint)} />
            {constraint.operator === 'IN_LIST' && (
              <ListLine hash={constraint.value ?? ''} size={lists.find(({ hash }) => hash === constraint.value)?.size} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function NewSegment({ from }: { readonly from: Home }) {
  const { route, query } = useLocation();
  const [draft, setDraft] = useState<readonly Constraint[] | null>(null);
  const begun: SegmentContent = { name: query['name'] ?? '', description: '', project: from, constraints: [] };
  return (
    <>
      <PageHead title="New segment" about={segmentsAbout} />
      <div class={columnsStyles.columns}>
        <div>
          <PlainPanel label="New segment">
            <SegmentEditor
              begun={begun}
              before={null}
              submitTitle="Create segment"
              drafts={setDraft}
              save={async (content, accepted) => route(segmentHref(from, await createSegment(content, accepted)))}
              close={() => route(hrefOf(from, 'segments'))}
            />
          </PlainPanel>
        </div>
        <aside>
          <SegmentPersonas home={from} constraints={draft ?? []} draft={null} />
        </aside>
      </div>
    </>
  );
}

const deleteAbout = 'You can’t delete a segment that a strategy uses. Strategies of archived features and default strategies count too.';

/** Deletes a segment. The server rejects it while the segment is in use. */
function DeletePanel({ from, read, where }: { readonly from: Home; readonly read: ReadSegment; readonly where: Where | null }) {
  const { route } = useLocation();
  const { name, project } = read.segment;
  const lacks = useMayNotWrite('DELETE_SEGMENT', project);
  const mayNot = where ? undefined : lacks;
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      about: deleteAbout,
      submitTitle: where ? proposeTitle(where) : 'Delete segment',
      act: async () => {
        if ((await deleteSegment(read, where)) === 'deleted') route(hrefOf(from, 'segments'));
      },
    });
  return (
    <Panel title="Delete segment" end={<Button look="dangerLine" size="small" refused={mayNot} press={ask} text="Delete segment" />}>
      <p class="dim">{deleteAbout}</p>
    </Panel>
  );
}
