// Mocha's reporter in a test run: one line of JSON per event on descriptor 3, so that what tests print stays apart.
// CommonJS, because mocha wants the reporter to be the module itself.
const { writeSync } = require('node:fs');
const { relative } = require('node:path');
const { inspect } = require('node:util');
const { BufferedWorkerPool } = require('mocha/lib/nodejs/buffered-worker-pool.cjs');

function tell(event) {
  let rest = Buffer.from(`${JSON.stringify(event)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(3, rest));
    } catch (failure) {
      if (failure.code !== 'EAGAIN') throw failure;
    }
  }
}

/** Where a test is written, or the suite of a hook. */
function fileOf({ file, parent }) {
  const path = file ?? parent?.file;
  return path === undefined ? undefined : relative(process.cwd(), path);
}

/**
 * Tells of each file that a worker has run to its end. A worker that ends by itself once it is idle leaves mocha waiting for it, so that the end of
 * the run alone is no sign that all files have run.
 */
function tellFiles() {
  const { run } = BufferedWorkerPool.prototype;
  BufferedWorkerPool.prototype.run = async function runAndTell(file, options) {
    const result = await run.call(this, file, options);
    tell({ kind: 'file' });
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
      error: error.stack ?? inspect(error, { depth: 4 }),
    }),
  );
  runner.on('end', () => tell({ kind: 'end' }));
};
