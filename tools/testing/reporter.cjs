// Mocha reporter for test runs. Sends events to the process that started mocha, separate from the output of tests. CommonJS, because mocha
// requires the module itself to be the reporter.
const { relative } = require('node:path');
const { inspect } = require('node:util');

/** Path of the file with the test, or with the suite of a hook. */
function fileOf({ file, parent }) {
  const path = file ?? parent?.file;
  return path === undefined ? '' : relative(process.cwd(), path);
}

/** The stack of an error, with those of its causes: a failed property names the failure of its example as the cause. */
const textOf = (error) =>
  error?.stack === undefined
    ? inspect(error, { depth: 4 })
    : [error.stack, ...(error.cause ? [`caused by ${textOf(error.cause)}`] : [])].join('\n');

module.exports = function sendEvents(runner) {
  for (const kind of ['pass', 'pending', 'fail'])
    runner.on(kind, (test, error) =>
      process.send({ kind, title: test.fullTitle(), file: fileOf(test), ms: test.duration ?? 0, error: error && textOf(error) }),
    );
  runner.on('end', () => process.send({ kind: 'end' }));
};
