/** Which of these processes still run. A zombie counts: nobody has waited for it. */
export const living = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  });
