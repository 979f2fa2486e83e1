describe('a sample', () => {
  it('skips itself', function () {
    this.skip();
  });
});
