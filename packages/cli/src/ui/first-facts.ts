/** What the screen knows before there is a conversation. */
import { gitBranch } from '@qwen-code/qwen-code-core/sessions/git-branch.js';
import { VERSION } from '../version.js';
import type { Facts } from './state/view-state.js';

export const firstFacts = (cwd: string): Facts => ({
  version: VERSION,
  cwd,
  branch: gitBranch(cwd),
  model: '',
  mode: 'default',
  servers: [],
  openOutcomes: 0,
  contextWindow: undefined,
});
