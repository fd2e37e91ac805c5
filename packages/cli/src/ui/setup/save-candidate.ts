/** Where the model is, with which key and which one, kept in the user's settings; everything else in the file stays as it is. */
import { editSettings } from '@qwen-code/qwen-code-core/settings/edit.js';
import type { ModelCandidate } from './setup-state.js';

/** It holds a key then. */
const OWNER_ONLY = 0o600;

/** Throws QwenError('config') when the file can't be understood or written; then it is as it was. */
export function saveCandidate(file: string, { protocol, baseUrl, apiKey, model }: ModelCandidate): void {
  const auth = (key: string): string[] => ['security', 'auth', key];
  const changes = [
    { path: auth('selectedType'), value: protocol },
    { path: auth('apiKey'), value: apiKey === '' ? undefined : apiKey },
    { path: auth('baseUrl'), value: baseUrl },
    { path: ['model', 'name'], value: model },
  ];
  editSettings(file, changes, { mode: OWNER_ONLY });
}
