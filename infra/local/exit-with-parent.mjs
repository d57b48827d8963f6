// Preloaded (`--import`) into every program that must not outlive the process that started it. The program's own
// handler of SIGTERM drains it; this one makes sure that the signal is sent, and that draining has a limit.
const KILL_AFTER_MS = 5_000;

if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // An open channel alone must not keep the process running.
  process.channel.unref();
}
