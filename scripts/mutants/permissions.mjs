/** What may run: the order of rules and modes, what no server and no project can grant, and what fails closed. */
const APPROVE = 'packages/core/src/scheduler/approve.ts';
const APPROVE_TESTS = 'packages/core/src/scheduler/approve.test.ts';
const PERMISSION = 'packages/core/src/scheduler/permission.ts';
const PERMISSION_TESTS = 'packages/core/src/scheduler/permission.test.ts';
const PROTECTED = 'packages/core/src/scheduler/protected-files.ts';
const SHELL_RULE = 'packages/core/src/scheduler/shell-rule.ts';
const RULE = 'packages/core/src/scheduler/rule.ts';
const RULE_TESTS = 'packages/core/src/scheduler/rule.test.ts';
const BASH = 'packages/core/src/scheduler/shell/parse-bash.ts';
const BASH_TESTS = 'packages/core/src/scheduler/shell/parse-bash.test.ts';
const CLASSIFIER = 'packages/core/src/scheduler/auto/create-classifier.ts';
const CLASSIFIER_TESTS = 'packages/core/src/scheduler/auto/create-classifier.test.ts';
const POLICY = 'packages/cli/src/wire/approval-policy.ts';
const POLICY_TESTS = 'packages/cli/src/wire/approval-policy.test.ts';

export const permissionMutants = [
  {
    name: 'permission-allow-before-deny',
    guard: 'a deny rule beats all else',
    file: APPROVE,
    find: '  const denied = firstMatch(policy.rules.deny, call);',
    replace:
      "  if (allows(policy.rules.allow, call)) return { kind: 'allow' };\n  const denied = firstMatch(policy.rules.deny, call);",
    tests: { [APPROVE_TESTS]: ['deny beats allow'] },
  },
  {
    name: 'permission-ask-rule-after-mode',
    guard: 'an ask rule beats yolo and the trust of a server',
    file: APPROVE,
    find: "if (firstMatch(policy.rules.ask, call) !== undefined) return { kind: 'ask' };",
    replace: "if (firstMatch(policy.rules.ask, call) !== undefined && verdict !== 'allow') return { kind: 'ask' };",
    tests: { [APPROVE_TESTS]: ['ask beats yolo', 'ask beats a read'] },
  },
  {
    name: 'permission-plan-opens',
    guard: 'plan mode refuses what changes something, whatever a rule allows',
    file: APPROVE,
    find: "if (verdict === 'refuse') return { kind: 'deny', shown: refusedByPlan(tool) };",
    replace:
      "if (verdict === 'refuse' && !allows(policy.rules.allow, call)) return { kind: 'deny', shown: refusedByPlan(tool) };",
    tests: { [APPROVE_TESTS]: ['allow does not open plan mode'] },
  },
  {
    name: 'permission-hint-grants',
    guard: "a server's word that its tool reads grants nothing",
    file: APPROVE,
    find: "if (tool.kind === 'mcp' && policy.workspaceTrusted && tool.server?.trusted() === true)",
    replace:
      "if (tool.kind === 'mcp' && policy.workspaceTrusted && (tool.server?.trusted() === true || tool.parallel))",
    tests: { [PERMISSION_TESTS]: ["does not take a server's word that its tool only reads"] },
  },
  {
    name: 'permission-trust-in-untrusted-folder',
    guard: 'the trust of a server is none in a folder that is not trusted',
    file: APPROVE,
    find: "if (tool.kind === 'mcp' && policy.workspaceTrusted && ",
    replace: "if (tool.kind === 'mcp' && ",
    tests: { [APPROVE_TESTS]: ['in an untrusted workspace asks at least as default does'] },
  },
  {
    name: 'permission-mode-in-untrusted-folder',
    guard: 'a folder that is not trusted gets no mode beyond default',
    file: APPROVE,
    find: "return workspaceTrusted || mode === 'plan' ? mode : 'default';",
    replace: 'return mode;',
    tests: { [APPROVE_TESTS]: ['in an untrusted workspace asks at least as default does'] },
  },
  {
    name: 'permission-edits-its-own-settings',
    guard: 'a mode that edits without asking asks about files that decide what may run',
    file: APPROVE,
    find: ' && isProtected(call)) return',
    replace: ' && isProtected(call) && false) return',
    tests: { [APPROVE_TESTS]: ['asks before it edits'] },
  },
  {
    name: 'permission-protected-in-other-letters',
    guard: 'such a file is known by its name in any spelling',
    file: PROTECTED,
    find: '      .toLowerCase()\n',
    replace: '',
    tests: { [APPROVE_TESTS]: ['asks before it edits "/home/u/proj/.QWEN/Settings.json"'] },
  },
  {
    name: 'permission-any-part-allows',
    guard: 'every call of a command line has to be allowed',
    file: SHELL_RULE,
    find: 'calls.every((call) => specs.some',
    replace: 'calls.some((call) => specs.some',
    tests: { [RULE_TESTS]: ['rules ["Bash(ls)"] allow "ls && git status"'] },
  },
  {
    name: 'permission-unread-line-denies-nothing',
    guard: 'a command line that could not be understood is taken for what a deny rule names',
    file: SHELL_RULE,
    find: 'if (shell === undefined || shell.unclear) return true;',
    replace: 'if (shell === undefined || shell.unclear) return false;',
    tests: { [RULE_TESTS]: ['rule "Bash(rm)" refuses "ls \\"a"', 'rule "Read(.env)" refuses "ls \\"a"'] },
  },
  {
    name: 'permission-unread-line-allowed',
    guard: 'a command line that could not be understood is never allowed by its parts',
    file: BASH,
    find: 'plain: unclear || MISLEADING.test(command) ? undefined : found.plain',
    replace: 'plain: found.plain',
    tests: { [BASH_TESTS]: ['does not understand'] },
  },
  {
    name: 'permission-real-path-forgotten',
    guard: 'an allowed path is allowed by where it leads as well',
    file: RULE,
    find: 'return strict ? asAsked && asReal : asAsked || asReal;',
    replace: 'return strict ? asAsked : asAsked || asReal;',
    tests: { [RULE_TESTS]: ['symbolic links judges a path by what it says and by where it leads'] },
  },
  {
    name: 'permission-no-judge-allows',
    guard: 'what nobody judged is asked about',
    file: PERMISSION,
    find: "if (judgement?.verdict === 'allow') return { behavior: 'allow' };",
    replace: "if (judgement === undefined || judgement.verdict === 'allow') return { behavior: 'allow' };",
    tests: { [PERMISSION_TESTS]: ['judged undefined'] },
  },
  {
    name: 'permission-changed-arguments-pass',
    guard: 'what a host puts in the place of the arguments is held against the deny rules',
    file: PERMISSION,
    find: "return changed.kind === 'deny' ? { behavior: 'deny', shown: changed.shown } : answer;",
    replace: 'return changed === undefined ? { behavior: "deny", shown: "" } : answer;',
    tests: { [PERMISSION_TESTS]: ['holds what a host puts in the place of the arguments'] },
  },
  {
    name: 'permission-broken-judge-allows',
    guard: 'a model that can not be reached judges nothing',
    file: CLASSIFIER,
    find: "return ask('The model could not be asked about it.');",
    replace: "return { verdict: 'allow', reason: '' };",
    tests: { [CLASSIFIER_TESTS]: ['asks when the model can not be reached', 'asks when the model is late'] },
  },
  {
    name: 'permission-cut-judgement-counts',
    guard: 'an answer that was cut or did not end is no judgement',
    file: CLASSIFIER,
    find: 'return isWhole ? text : undefined;',
    replace: 'return text;',
    tests: { [CLASSIFIER_TESTS]: ['takes an answer that was cut', 'takes an answer that did not end'] },
  },
  {
    name: 'permission-project-yolo',
    guard: 'a project can not choose yolo for whoever opens it',
    file: POLICY,
    find: '(isProjectsYolo(loaded) ? loaded.operatorSettings : loaded.settings)',
    replace: '(isProjectsYolo(loaded) ? loaded.settings : loaded.settings)',
    tests: { [POLICY_TESTS]: ['a project that says yolo to a user who says undefined'] },
  },
];
