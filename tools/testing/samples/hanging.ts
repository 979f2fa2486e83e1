describe('a sample', () => {
  it('never yields', () => {
    for (;;) Math.random();
  });
});
