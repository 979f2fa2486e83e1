describe('a sample', () => {
  it('never yields', () => {
    console.log(`hangs in ${process.pid}`);
    for (;;) Math.random();
  });
});
