/** How many tokens a model takes in one request, when the settings don't say. */
const DEFAULT_WINDOW = 200_000;
const MILLION = 1_000_000;

const KNOWN: readonly (readonly [pattern: RegExp, tokens: number])[] = [
  [/^gemini/, 1_048_576],
  [/^claude-[a-z]+-[5-9]/, MILLION],
  [/^claude/, 200_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5/, 400_000],
  [/^(?:o1|o3|o4)/, 200_000],
  [/^(?:gpt-4o|gpt-4-turbo)/, 128_000],
  [/^gpt-4\b/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^qwen3-coder-(?:plus|flash)/, MILLION],
  [/^qwen(?:3\.\d)?-(?:plus|flash)/, MILLION],
  [/^qwen3?-max/, 262_144],
  [/^qwen3-coder/, 262_144],
  [/^deepseek/, 131_072],
  [/^kimi-k2/, 262_144],
  [/^glm-4/, 131_072],
];

/** By the model's name, without its vendor; 200,000 where the name tells nothing. */
export function knownWindow(modelName: string): number {
  const name = modelName.toLowerCase().replace(/^.*\//, '');
  return KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_WINDOW;
}
