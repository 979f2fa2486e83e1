describe('a sample', () => {
  it('ends the process', () => process.exit(0));
});
