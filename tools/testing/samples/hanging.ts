describe('a sample', () => {
  it('never yields', () => {
    if (process.env['TEST_PRINTS_PID']) console.log(`hangs in ${process.pid}`);
    for (;;) Math.random();
  });
});
