import { expect, it } from 'vitest';
import { uncustomised } from './uncustomised.js';

const SETTINGS = {
  model: { name: 'm', maxSessionTurns: 3 },
  modelProviders: { openai: [{ id: 'm' }] },
  env: { OPENAI_API_KEY: 'k' },
  security: { auth: { selectedType: 'openai', enforcedType: 'openai' }, folderTrust: { enabled: true } },
  permissions: { allow: ['edit'], ask: ['glob'], deny: ['run_shell_command'] },
  tools: { approvalMode: 'yolo', exclude: ['write_file'] },
  mcp: { allowed: ['a'], unknownOutcomes: { freeze: 'block' } },
  mcpServers: { a: { command: 'a' } },
  advanced: { runtimeOutputDir: '/d', excludedEnvVars: ['X'] },
  general: { chatRecording: false, vimMode: true },
  context: { fileName: 'X.md' },
  hooks: {},
};
const PROTECTS = {
  permissions: { ask: ['glob'], deny: ['run_shell_command'] },
  tools: { exclude: ['write_file'] },
  mcp: { unknownOutcomes: { freeze: 'block' } },
  advanced: { runtimeOutputDir: '/d', excludedEnvVars: ['X'] },
  general: { chatRecording: false },
};

it('keeps what protects in bare mode, and nothing that was added', () => {
  expect(uncustomised(SETTINGS, 'bare')).toEqual({
    ...PROTECTS,
    security: { auth: { enforcedType: 'openai' }, folderTrust: { enabled: true } },
  });
});

it('keeps in safe mode also how the model is reached', () => {
  expect(uncustomised(SETTINGS, 'safe')).toEqual({
    ...PROTECTS,
    model: { name: 'm' },
    modelProviders: SETTINGS.modelProviders,
    env: SETTINGS.env,
    security: SETTINGS.security,
  });
});

it('keeps nothing of a group that is none', () => {
  expect(uncustomised({ permissions: 'all', mcp: ['x'], security: null }, 'bare')).toEqual({});
});
