/** Sessions: what must outlive a clean-up, what a fork must not forget, and what stays in force without customisation. */
const CLEAN_UP = 'packages/core/src/sessions/clean-up-sessions.ts';
const OPEN = 'packages/core/src/sessions/open-session.ts';
const PLAIN = 'packages/core/src/settings/uncustomised.ts';
const KEPT_TESTS = 'packages/core/src/sessions/kept-sessions.test.ts';
const FORK_TESTS = 'packages/core/src/sessions/open-by-title.test.ts';
const PLAIN_TESTS = 'packages/core/src/settings/load-uncustomised.test.ts';

export const sessionMutants = [
  {
    name: 'clean-up-takes-open-outcomes',
    guard: 'a session with a call of unknown outcome outlives every clean-up',
    file: CLEAN_UP,
    find: '!open.has(session.id) && ',
    replace: '',
    tests: { [KEPT_TESTS]: ['keeps a session in use, and one with a call whose outcome is open'] },
  },
  {
    name: 'clean-up-without-a-journal',
    guard: 'while the outcome journal can not be read whole, no session is deleted',
    file: 'packages/core/src/sessions/open-outcomes.ts',
    find: 'if (problems.length > 0) return undefined;',
    replace: '',
    tests: { [KEPT_TESTS]: ['deletes nothing while the outcome journal can not be read whole'] },
  },
  {
    name: 'fork-of-a-running-session',
    guard: 'a call that still runs is never taken for an interrupted one',
    file: OPEN,
    find: 'const original = holdSession(chosen.of, options.holders);',
    replace: 'const original = { release: () => {} };',
    tests: { [FORK_TESTS]: ['is refused while another process has the original'] },
  },
  {
    name: 'fork-asks-for-the-copy',
    guard: 'the journal is asked about open calls by the session that made them',
    file: OPEN,
    find: 'return await resume(file, chosen.of.id, options);',
    replace: 'return await resume(file, id, options);',
    tests: {
      [FORK_TESTS]: ['closes a call that was left open as unknown, with the record of the session that made it'],
    },
  },
  {
    name: 'plain-modes-move-the-journal',
    guard: 'bare and safe mode find the same outcomes on record',
    file: PLAIN,
    find: "  'advanced.runtimeOutputDir',\n",
    replace: '',
    tests: { [PLAIN_TESTS]: ['reads no server, whoever names it, and no setting of the user but what refuses'] },
  },
  {
    name: 'plain-modes-drop-refusals',
    guard: 'a refusal of the settings counts in bare and safe mode',
    file: PLAIN,
    find: "  'permissions.deny',\n",
    replace: '',
    tests: { [PLAIN_TESTS]: ['reaches the model as ever in safe mode'] },
  },
];
