import { counted, formatFigure } from '../../base/format.ts';
import { type LocalApplication, useAnswer } from '../../server/ask.ts';
import { Caution } from '../mark/caution.tsx';
import { Answer } from '../panel/panel.tsx';

interface ListPreviewProps {
  /** Id of a saved segment. */
  readonly segment: number;
  readonly contextName: string;
  readonly hash: string;
}

/** The effect of an uploaded list on a segment. */
export function ListPreview({ segment, ...query }: ListPreviewProps) {
  const preview = useAnswer('GET /api/admin/segments/{id}/list-preview', { path: { id: segment }, query });
  return (
    <Answer of={preview}>
      {({ size, added, removed, uses, serverOnly, applications }) => (
        <>
          <p role="status">
            {counted(size, 'id')}: {formatFigure(added)} added, {formatFigure(removed)} removed. Used by{' '}
            {counted(new Set(uses.map(({ feature }) => feature)).size, 'feature')}.
          </p>
          {serverOnly && <ServerOnlyNote applications={applications} />}
        </>
      )}
    </Answer>
  );
}

interface ServerOnlyNoteProps {
  /** Name of the segment, where several may be meant. */
  readonly segment?: string;
  readonly applications: readonly LocalApplication[];
}

/** Warns that SDKs cannot evaluate a segment, and names the running applications that miss features for it. */
export const ServerOnlyNote = ({ segment = 'this segment', applications }: ServerOnlyNoteProps) => (
  <Caution>
    Only servers evaluate {segment}: its list is too long for SDKs.{' '}
    {applications.length === 0
      ? 'No running application evaluates its features locally.'
      : `Applications that evaluate locally do not receive: ${applications
          .map(({ appName, feature, environment }) => `${feature} in ${environment} (${appName})`)
          .join(', ')}.`}
  </Caution>
);

interface ServerOnlyProps {
  /** Ids of the segments of a strategy. */
  readonly segments: readonly number[];
  readonly feature: string;
  readonly environment: string;
}

/** Warns of segments that only servers evaluate, with the applications that miss this feature. */
export function ServerOnly({ segments, ...use }: ServerOnlyProps) {
  const { data } = useAnswer('GET /api/admin/segments', {});
  const found = data?.segments.filter(({ id, serverOnly }) => serverOnly && segments.includes(id)) ?? [];
  return found.map(({ id, name }) => <ServerOnlySegment key={id} id={id} name={name} {...use} />);
}

interface ServerOnlySegmentProps extends Omit<ServerOnlyProps, 'segments'> {
  readonly id: number;
  readonly name: string;
}

function ServerOnlySegment({ id, name, feature, environment }: ServerOnlySegmentProps) {
  const { data } = useAnswer('GET /api/admin/segments/{id}/strategies', { path: { id } });
  const own = data?.localApplications?.filter((one) => one.feature === feature && one.environment === environment);
  return own ? <ServerOnlyNote segment={name} applications={own} /> : null;
}
