describe('a sample', () => {
  it('never yields', () => {
    if (process.env['TEST_ANNOUNCED']) console.log(`hangs in ${process.pid}`);
    for (;;) Math.random();
  });
});
