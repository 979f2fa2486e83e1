import { connect, type Socket } from 'node:net';

/** What is asked over and over: the answer's status must be this one. */
export interface Question {
  readonly path: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}

const connections = 32;
const headEnd = Buffer.from('\r\n\r\n');

/** Asks for so long over kept connections, each one question at a time, as SDKs do. Answers the number of answers. */
export async function askFor(ms: number, url: string, question: Question): Promise<number> {
  const end = performance.now() + ms;
  const counts = await Promise.all(Array.from({ length: connections }, () => askOver(url, question, end)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function askOver(url: string, { path, headers, status }: Question, end: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const rest = ` HTTP/1.1\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answers = 0;
    const ask = () => void socket.write(`GET ${path()}${rest}`);
    socket.setNoDelay(true).once('connect', ask).once('error', reject);
    onAnswers(socket, (said) => {
      answers += 1;
      if (said !== status) socket.destroy(new Error(`${path()} was answered ${said}, not ${status}`));
      else if (performance.now() < end) ask();
      else {
        socket.destroy();
        resolve(answers);
      }
    });
  });
}

/** Tells of each whole answer by its status. Reads no more of it than it must, for the machine is shared with the server. */
function onAnswers(socket: Socket, hear: (status: number) => void): void {
  let missing = 0;
  let status = 0;
  let head: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      missing = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - headEnd.length);
      head = Buffer.alloc(0);
    }
    if (missing <= 0) hear(status);
  });
}
