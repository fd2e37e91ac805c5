import type { DebugLog } from '../../shared/debug-log.js';
import type { Workspace } from './workspace.js';

export interface FileToolOptions {
  readonly workspace: Workspace;
  readonly debug?: DebugLog;
}
