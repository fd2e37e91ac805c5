/**
 * How many tokens an answer may have when the settings say nothing, and under which name the API takes the limit.
 * Only models that refuse the default are listed.
 */
export interface OutputLimit {
  readonly key: 'max_tokens' | 'max_completion_tokens';
  readonly tokens: number;
}

const DEFAULT_TOKENS = 32_000;

const KNOWN: readonly (readonly [pattern: RegExp, limit: Partial<OutputLimit>])[] = [
  [/^(?:o\d|gpt-5)/, { key: 'max_completion_tokens' }],
  [/^gpt-4o/, { tokens: 16_384 }],
  [/^(?:gpt-4-|gpt-3\.5)/, { tokens: 4_096 }],
  [/^deepseek-chat/, { tokens: 8_192 }],
  [/^qwen-max/, { tokens: 8_192 }],
  [/^claude-3-5/, { tokens: 8_192 }],
  [/^claude-3-(?!5|7)/, { tokens: 4_096 }],
  [/^gemini-(?:1|2\.0)/, { tokens: 8_192 }],
];

/** `vendor/model` names are looked up without the vendor. */
export function outputLimit(modelName: string): OutputLimit {
  const name = modelName.toLowerCase().replace(/^.*\//, '');
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1];
  return { key: 'max_tokens', tokens: DEFAULT_TOKENS, ...known };
}
