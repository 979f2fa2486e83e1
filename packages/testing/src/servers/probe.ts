import { connect, type Socket } from 'node:net';

/** Resolves when the server at this address accepts the default account of its kind. Rejects with the reason otherwise. */
export type Probe = (port: number, host?: string) => Promise<void>;

/** Redis: sends PING, expects PONG. */
export const probeRedis: Probe = (port, host) =>
  converse(port, host, (socket, received) => {
    if (received.length === 0) socket.write('PING\r\n');
    if (!received.includes('\r\n')) return false;
    if (!received.toString().startsWith('+PONG')) throw new Error(`answered ${received.toString().trim()}`);
    return true;
  });

/** RabbitMQ: AMQP 0-9-1 up to `connection.tune`, which follows a login as guest/guest. */
export const probeRabbit: Probe = (port, host) => {
  let isSent = false;
  return converse(port, host, (socket, received) => {
    if (received.length === 0) socket.write(Buffer.from('AMQP\0\0\x09\x01', 'latin1'));
    const methods = readAmqpMethods(received);
    if (methods.includes('10.10') && !isSent) {
      isSent = true;
      socket.write(amqpStartOk());
    }
    if (methods.includes('10.50')) throw new Error('refuses guest');
    return methods.includes('10.30');
  });
};

/** MySQL or MariaDB: the handshake and a login as root without password (protocol 4.1). */
export const probeMysql: Probe = (port, host) => {
  let answered = 0;
  return converse(port, host, (socket, received) => {
    const packets = readMysqlPackets(received);
    for (const packet of packets.slice(answered)) {
      answered += 1;
      const kind = packet.body[0];
      if (kind === 0xff) throw new Error(packet.body.subarray(3).toString());
      if (answered === 1) socket.write(mysqlPacket(packet.sequence + 1, mysqlLogin()));
      else if (kind === 0xfe) socket.write(mysqlPacket(packet.sequence + 1, Buffer.alloc(0)));
      else if (kind === 0x00) return true;
    }
    return false;
  });
};

/** Calls `step` once connected, without data, and with everything received so far on each chunk, until it returns true. */
function converse(port: number, host = '127.0.0.1', step: (socket: Socket, received: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host });
    let received: Buffer = Buffer.alloc(0);
    const end = (failure?: Error) => {
      clearTimeout(timer);
      socket.destroy();
      if (failure) reject(failure);
      else resolve();
    };
    const advance = () => {
      try {
        if (step(socket, received)) end();
      } catch (failure) {
        end(failure as Error);
      }
    };
    const timer = setTimeout(() => end(new Error('does not answer within 3 s')), 3000);
    socket.on('connect', advance);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      advance();
    });
    socket.on('error', end);
    socket.on('close', () => end(new Error('closes the connection')));
  });
}

/** Class and method of each complete method frame (AMQP 0-9-1, 2.3.5): type, channel, size, payload, end mark. */
function readAmqpMethods(received: Buffer): string[] {
  if (received.toString('latin1', 0, 4) === 'AMQP') throw new Error('speaks another version of AMQP');
  const methods: string[] = [];
  for (let at = 0; at + 11 < received.length; at += received.readUInt32BE(at + 3) + 8) {
    if (received[at] === 1) methods.push(`${received.readUInt16BE(at + 7)}.${received.readUInt16BE(at + 9)}`);
  }
  return methods;
}

function amqpStartOk(): Buffer {
  const answer = '\0guest\0guest';
  const text = `\0\x0a\0\x0b\0\0\0\0\x05PLAIN\0\0\0${String.fromCharCode(answer.length)}${answer}\x05en_US`;
  const payload = Buffer.from(text, 'latin1');
  const head = Buffer.from([1, 0, 0, 0, 0, 0, payload.length]);
  return Buffer.concat([head, payload, Buffer.from([0xce])]);
}

function readMysqlPackets(received: Buffer): { sequence: number; body: Buffer }[] {
  const packets: { sequence: number; body: Buffer }[] = [];
  for (let at = 0; at + 4 <= received.length; ) {
    const end = at + 4 + received.readUIntLE(at, 3);
    if (end > received.length) break;
    packets.push({ sequence: received.readUInt8(at + 3), body: received.subarray(at + 4, end) });
    at = end;
  }
  return packets;
}

function mysqlPacket(sequence: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head.writeUInt8(sequence, 3);
  return Buffer.concat([head, body]);
}

function mysqlLogin(): Buffer {
  const PROTOCOL_41 = 0x200;
  const SECURE_CONNECTION = 0x8000;
  const PLUGIN_AUTH = 0x80000;
  const UTF8MB4 = 45;
  const head = Buffer.alloc(32);
  head.writeUInt32LE(PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH, 0);
  head.writeUInt32LE(1 << 24, 4);
  head.writeUInt8(UTF8MB4, 8);
  return Buffer.concat([head, Buffer.from('root\0\0mysql_native_password\0')]);
}
