/** Kinds of statements that are measured separately. */
const kinds = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'] as const;

/** Called after each message to the database with its duration and the kind of its last statement. Kinds have few values: the first word of the statement, or `other`. */
export type MeasureStatement = (kind: (typeof kinds)[number] | 'other', seconds: number) => void;

/** Starts measuring a statement. Call the result when the statement ends; further calls have no effect. */
export function measuring(sql: string, measure: MeasureStatement | undefined): () => void {
  if (measure === undefined) return () => undefined;
  const begun = performance.now();
  const [word = ''] = /^\w+/.exec(sql) ?? [];
  const kind = kinds.find((each) => each === word.toLowerCase()) ?? 'other';
  let isMeasured = false;
  return () => {
    if (!isMeasured) measure(kind, (performance.now() - begun) / 1000);
    isMeasured = true;
  };
}
