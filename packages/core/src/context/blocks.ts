/** How a piece of context is set apart from the next: lines that say where it begins and ends. Pure. */
export const framed = (name: string, text: string): string =>
  `--- Begin of ${name} ---\n${text.trim()}\n--- End of ${name} ---`;
