/** The first words that are commands rather than a prompt. `absent` ones belong to other versions of qwen. */
export const COMMANDS: Readonly<Record<string, 'works' | 'absent'>> = {
  mcp: 'works',
  sessions: 'works',
  auth: 'absent',
  channel: 'absent',
  extensions: 'absent',
  hooks: 'absent',
  review: 'absent',
  serve: 'absent',
  update: 'absent',
};

export const isCommand = (word: string): boolean => Object.hasOwn(COMMANDS, word);
