/** Commands of 0.21 that belong to something which this version does not have: one sentence each. */
const NOT_PART: Readonly<Record<string, string>> = {
  arena: 'It has no arena; ask each model in a session of its own.',
  btw: 'What you say while a turn runs is added to it.',
  bug: 'Report problems where you got qwen from; /doctor tells what to add.',
  cd: 'Start qwen in the other folder, or add it with /directory add.',
  'compress-fast': '/compress does it.',
  config: '/settings shows and changes the settings.',
  dream: 'It keeps no memory of its own; /remember writes into QWEN.md.',
  extensions: 'It has no extensions.',
  forget: 'It keeps no memory of its own; /memory opens the instruction files.',
  goal: 'It has no goals.',
  hooks: 'It runs no hooks.',
  history: '/resume shows the earlier sessions; Ctrl+R searches what you sent.',
  ide: 'It does not connect to editors.',
  insight: 'It keeps no statistics over sessions; /stats tells of this one.',
  lsp: 'It starts no language servers.',
  recap: '/summary writes one.',
  'reload-plugins': 'It has no extensions.',
  restore: '/rewind brings files back.',
  'setup-github': 'Use qwen -p in a workflow of yours.',
  statusline: 'The lines below the prompt are fixed.',
  update: 'Update it the way you installed it.',
  workflows: 'It has no workflows.',
};

/** undefined: nothing is known of such a command. */
export function notPartOf(name: string): string | undefined {
  const instead = Object.hasOwn(NOT_PART, name) ? NOT_PART[name] : undefined;
  return instead === undefined ? undefined : `/${name} is not part of this version. ${instead}`;
}
