// Mocha's reporter in a test run: one line of JSON per event on descriptor 3, so that what tests print stays apart.
// CommonJS, because mocha wants the reporter to be the module itself.
const { readFileSync, writeSync } = require('node:fs');
const { relative } = require('node:path');
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

/** Milliseconds of CPU that this process and the ones it started and outlived have used. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenCpuMs();
}

// Only Linux says it.
function childrenCpuMs() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Tells what each file took: from the begin of its first suite to the begin of the next file's. */
function tellTimes(runner) {
  let last = { file: 'loading', wall: 0, cpu: 0 };
  const tellLast = (file) => {
    const mark = { file, wall: performance.now(), cpu: cpuMs() };
    tell({ kind: 'time', file: relative(process.cwd(), last.file), wallMs: mark.wall - last.wall, cpuMs: mark.cpu - last.cpu });
    last = mark;
  };
  runner.on('suite', ({ file, root }) => {
    if (!root && file !== last.file) tellLast(file);
  });
  runner.on('end', () => tellLast(undefined));
}

/** Where a test is written, or the suite of a hook. */
function fileOf({ file, parent }) {
  const path = file ?? parent?.file;
  return path === undefined ? undefined : relative(process.cwd(), path);
}

module.exports = function tellEvents(runner) {
  tellTimes(runner);
  runner.on('start', () => tell({ kind: 'start', total: runner.total }));
  runner.on('pass', () => tell({ kind: 'pass' }));
  runner.on('pending', (test) => tell({ kind: 'pending', title: test.fullTitle() }));
  runner.on('fail', (test, error) =>
    tell({ kind: 'fail', title: test.fullTitle(), file: fileOf(test), error: inspect(error, { depth: 4 }) }),
  );
  runner.on('end', () => {
    tell({ kind: 'end' });
    tellWhatIsOpen();
  });
};
