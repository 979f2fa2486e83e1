// Mocha's reporter in a test run: one line of JSON per event on descriptor 3, so that what tests print stays apart.
// CommonJS, because mocha wants the reporter to be the module itself.
const { writeSync } = require('node:fs');
const { inspect } = require('node:util');

const OPEN_AFTER_MS = 3000;

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

/** The end of a run is not the end of the process: what is still open a while later is named, for whoever looks for a leak. */
function tellWhatIsOpen() {
  const timer = setTimeout(() => tell({ kind: 'open', resources: process.getActiveResourcesInfo() }), OPEN_AFTER_MS);
  timer.unref();
}

module.exports = function tellEvents(runner) {
  runner.on('start', () => tell({ kind: 'start', total: runner.total }));
  runner.on('pass', () => tell({ kind: 'pass' }));
  runner.on('pending', (test) => tell({ kind: 'pending', title: test.fullTitle() }));
  runner.on('fail', (test, error) => tell({ kind: 'fail', title: test.fullTitle(), file: test.file, error: inspect(error, { depth: 4 }) }));
  runner.on('end', () => {
    tell({ kind: 'end' });
    tellWhatIsOpen();
  });
};
