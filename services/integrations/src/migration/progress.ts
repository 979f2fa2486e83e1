const heartbeatMs = 5000;

/** The reader of the progress has gone. */
class ReaderGone extends Error {}

/**
 * The lines of work that goes on while they are read. An empty line every five seconds keeps the connection open. If the reader leaves, the
 * work ends at its next line.
 */
export async function* progressOf(work: (report: (line: string) => void) => Promise<object>): AsyncGenerator<string> {
  const lines: string[] = [];
  let wake = () => {};
  const state = { isRead: true, isDone: false };
  const add = (line: object) => {
    if (!state.isRead) throw new ReaderGone('The reader has gone.');
    lines.push(`${JSON.stringify(line)}\n`);
    wake();
  };
  const end = (line: object) => {
    state.isDone = true;
    if (state.isRead) add(line);
  };
  void work((line) => add({ line })).then(
    (result) => end({ result }),
    (error: unknown) => end({ error: (error as Error).message }),
  );
  try {
    while (!state.isDone || lines.length > 0) {
      if (lines.length === 0) await new Promise<void>((resolve) => void setTimeout((wake = resolve), heartbeatMs).unref());
      yield lines.splice(0).join('') || '\n';
    }
  } finally {
    state.isRead = false;
  }
}
