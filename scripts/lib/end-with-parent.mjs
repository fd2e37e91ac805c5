/** npm hands a signal to the shell between it and us, and many shells keep it: their end becomes our SIGTERM. */
const PARENT_LOOK_MS = 200;

/** Does nothing in a process that npm did not start for this script. */
export function endWithParent(script) {
  if (process.env.npm_lifecycle_event !== script) return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_LOOK_MS);
  timer.unref();
}
