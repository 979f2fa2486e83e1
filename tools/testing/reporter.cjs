// Mocha reporter for test runs. Writes one line of JSON per event to file descriptor 3, separate from the output of tests. CommonJS,
// because mocha requires the module itself to be the reporter.
const { writeSync } = require('node:fs');
const { relative } = require('node:path');
const { inspect } = require('node:util');
const { BufferedWorkerPool } = require('mocha/lib/nodejs/buffered-worker-pool.cjs');

/** Separators at which `readline` would split the line. */
const separators = /[\u2028\u2029]/g;

function tell(event) {
  const line = JSON.stringify(event).replace(separators, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`);
  let rest = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(3, rest));
    } catch (failure) {
      if (failure.code !== 'EAGAIN') throw failure;
    }
  }
}

/** Path of the file with the test, or with the suite of a hook. */
function fileOf({ file, parent }) {
  const path = file ?? parent?.file;
  return path === undefined ? undefined : relative(process.cwd(), path);
}

/** The stack of an error, with those of its causes: a failed property names the failure of its example as the cause. */
const textOf = (error) =>
  error?.stack === undefined
    ? inspect(error, { depth: 4 })
    : [error.stack, ...(error.cause ? [`caused by ${textOf(error.cause)}`] : [])].join('\n');

/**
 * Reports each file that a worker has completed. A worker that exits while idle leaves mocha waiting for it, so the end of the run alone
 * does not prove that all files have run.
 */
function tellFiles() {
  const { run } = BufferedWorkerPool.prototype;
  BufferedWorkerPool.prototype.run = async function runAndTell(file, options) {
    const result = await run.call(this, file, options);
    tell({ kind: 'file', file: relative(process.cwd(), file) });
    return result;
  };
}

module.exports = function tellEvents(runner) {
  tellFiles();
  runner.on('pass', (test) => tell({ kind: 'pass', file: fileOf(test), ms: test.duration ?? 0 }));
  runner.on('pending', (test) => tell({ kind: 'pending', title: test.fullTitle() }));
  runner.on('fail', (test, error) =>
    tell({
      kind: 'fail',
      title: test.fullTitle(),
      file: fileOf(test),
      ms: test.duration ?? 0,
      error: textOf(error),
    }),
  );
  runner.on('end', () => tell({ kind: 'end' }));
};
