import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { counted } from '../../base/format.ts';
import { SelectField } from '../../parts/form/select-field.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { Alert } from '../../parts/mark/note.tsx';
import { ListPreview, ServerOnlyNote } from '../../parts/strategy/list-preview.tsx';
import { type AnswerOf, ask, type Constraint } from '../../server/ask.ts';
import { useSending } from '../../server/use-sending.ts';
import { columnsOf } from './columns-of.ts';
import { ListLine } from './list-line.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';

/** A saved segment, or a new one without id and lists. */
interface ListedSegment {
  readonly id?: number;
  readonly lists?: readonly { readonly hash: string; readonly size: number }[];
}

interface ListFieldsProps {
  readonly segment: ListedSegment;
  readonly constraint: Constraint;
  readonly change: (constraint: Constraint) => void;
}

/** The list of ids of a condition, and a file that replaces it. Shows the effect of the file before the user saves. */
export function ListFields({ segment, constraint, change }: ListFieldsProps) {
  const id = useId();
  const { file, choose, uploaded, upload, isBusy, refused } = useUpload(constraint, change);
  const { value: hash = '', contextName } = constraint;
  const own = uploaded?.hash === hash ? uploaded : null;
  return (
    <div class={fieldStyles.entry}>
      {hash !== '' && <ListLine hash={hash} size={(own ?? segment.lists?.find((list) => list.hash === hash))?.size} />}
      {own && segment.id !== undefined && <ListPreview {...{ segment: segment.id, contextName, hash }} />}
      {own?.serverOnly && segment.id === undefined && <ServerOnlyNote applications={[]} />}
      {own && own.duplicates > 0 && <p>The file repeats {counted(own.duplicates, 'id')}.</p>}
      <label htmlFor={id}>{hash === '' ? 'File' : 'Replace by file'}</label>
      <input
        id={id}
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-describedby={`${id}-note`}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <small id={`${id}-note`}>One id per line, or CSV with a header.</small>
      {file && file.columns.length > 1 && <SelectField label="Column" value={file.column} choices={file.columns} change={file.select} />}
      {file && <Button aria-busy={isBusy} press={upload} text="Upload" />}
      <Alert text={refused?.message} />
    </div>
  );
}

interface ChosenFile {
  readonly content: Blob;
  /** Of a CSV file. */
  readonly columns: readonly string[];
  readonly column: string;
}

const headerBytes = 65_536;

/** The chosen file, the list that it became, and the request between them. */
function useUpload(constraint: Constraint, change: ListFieldsProps['change']) {
  const file = useSignal<ChosenFile | null>(null);
  const uploaded = useSignal<AnswerOf<'POST /api/admin/segment-lists'> | null>(null);
  const { isBusy, refused, send } = useSending();
  async function choose(chosen: File | undefined) {
    refused.value = null;
    const isCsv = chosen !== undefined && /\.csv$/i.test(chosen.name);
    const columns = isCsv ? columnsOf(await chosen.slice(0, headerBytes).text()) : [];
    // Browsers take the type of a file from the settings of the computer.
    const content = chosen?.slice(0, chosen.size, isCsv ? 'text/csv' : 'text/plain');
    file.value = content ? { content, columns, column: columns[0] ?? '' } : null;
  }
  const upload = () =>
    send(async () => {
      if (!file.value) return;
      const { content, column } = file.value;
      const list = await ask('POST /api/admin/segment-lists', { query: column === '' ? {} : { column }, body: content });
      uploaded.value = list;
      file.value = null;
      change({ ...constraint, value: list.hash, values: [] });
    });
  return {
    file: file.value && { ...file.value, select: (column: string) => file.value && (file.value = { ...file.value, column }) },
    choose,
    uploaded: uploaded.value,
    upload: () => void upload(),
    isBusy: isBusy.value,
    refused: refused.value,
  };
}
