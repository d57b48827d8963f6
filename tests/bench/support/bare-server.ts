import { createServer } from 'node:http';
import { Server } from 'socket.io';
import * as z from 'zod';

// What Socket.IO does by itself: agents come and go, browsers are told, samples are thrown away. The yardstick.
const { PORT } = z.object({ PORT: z.coerce.number() }).parse(process.env);

let samples = 0;
const http = createServer((_request, response) => {
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ samples, rss, agents: io.of('/agent').sockets.size, cpu: (user + system) / 1e6 }));
});
const io = new Server(http, { serveClient: false, perMessageDeflate: false, pingInterval: 5_000, pingTimeout: 8_000 });

const browsers = io.of('/console');
const tell = (device: unknown, alive: 0 | 1) => browsers.emit('alive', { seq: 0, rows: [[device, alive, Date.now()]] });

io.of('/agent').on('connection', (socket) => {
  const { device } = socket.handshake.auth as { device?: unknown };
  tell(device, 1);
  socket.on('disconnect', () => tell(device, 0));
  socket.on('system_usage', () => void (samples += 1));
});
http.listen(PORT, '127.0.0.1', () => console.log('ready'));
