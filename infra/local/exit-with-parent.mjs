// Preloaded (`--import`) into every program that must not outlive the process that started it. The program's own
// handler of SIGTERM drains it; this one only makes sure that it gets the signal, and that it does not take for ever.
const INSIST_MS = 5_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), INSIST_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone is no reason to stay alive.
  process.channel.unref();
}
