/** A debug log is a function. Detail may hold causes, never tool arguments or tokens. */
export type DebugLog = (scope: string, message: string, detail?: unknown) => void;

export const noDebugLog: DebugLog = () => {};
