import { createServer } from 'node:net';

describe('a sample', () => {
  it('leaves a listener open', (done) => {
    createServer().listen(0, '127.0.0.1', done);
  });
});
