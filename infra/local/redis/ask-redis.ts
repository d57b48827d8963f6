import { connect } from 'node:net';

export type RedisAddress = { port: number; password: string };

const TIMEOUT_MS = 2_000;

/** Sends one command to a Redis of our own and answers with its first line; enough to ask whether it is there. */
export function askRedis({ port, password }: RedisAddress, ...words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setEncoding('utf8').setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('Redis does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Redis closed the connection')));
    socket.once('connect', () => socket.write(`AUTH ${password}\r\n${words.join(' ')}\r\n`));
    socket.on('data', (text: string) => {
      answer += text;
      const [auth, reply] = answer.split('\r\n').slice(0, -1);
      const settled = auth?.startsWith('-') ? auth : reply;
      if (settled === undefined) return;
      if (settled.startsWith('-')) reject(new Error(settled.slice(1)));
      else resolve(settled.replace(/^[+:$]/u, ''));
      socket.destroy();
    });
  });
}
