/** The terminal as Ink writes to it, with a gate: while it is shut, what is drawn is dropped, because another program has the screen. */
export interface OutputGate {
  readonly stdout: NodeJS.WriteStream;
  shut(): void;
  open(): void;
}

/** `spell`: how what is drawn is written in this terminal. */
export function createOutputGate(stdout: NodeJS.WriteStream, spell: (text: string) => string): OutputGate {
  let isShut = false;
  const write = (...args: Parameters<NodeJS.WriteStream['write']>): boolean => {
    const [text, ...rest] = args;
    if (!isShut) return stdout.write(typeof text === 'string' ? spell(text) : text, ...rest);
    for (const callback of args as readonly unknown[]) if (typeof callback === 'function') callback();
    return true;
  };
  const gated = new Proxy(stdout, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    stdout: gated,
    shut: () => {
      isShut = true;
    },
    open: () => {
      isShut = false;
    },
  };
}
