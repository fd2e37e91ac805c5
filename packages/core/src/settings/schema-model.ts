/** Settings of the model and of how to reach it. */
import * as z from 'zod/mini';
import { about, anything, flag, group, number, positive, text, textMap, texts, whole } from './schema-kinds.js';

const generationConfig = group({
  timeout: about(positive, 'Limit of one model request, in ms.'),
  maxRetries: whole,
  enableCacheControl: flag,
  contextWindowSize: positive,
  samplingParams: group({}),
  extra_body: group({}),
  customHeaders: textMap,
  modalities: group({ image: flag, audio: flag }),
  reasoning: about(
    z.optional(z.union([z.boolean(), z.looseObject({ effort: text, budget_tokens: positive })])),
    'How hard the model thinks: false, or an effort or a number of tokens.',
  ),
  schemaCompliance: text,
  splitToolMedia: flag,
  toolResultContentFormat: text,
});

export const modelSchema = group({
  name: about(text, 'Model to use; -m beats it.'),
  maxSessionTurns: about(number, 'Model turns of one headless run; -1 is no limit.'),
  maxWallTimeSeconds: number,
  maxToolCalls: number,
  maxSubagentDepth: number,
  maxToolCallsPerTurn: whole,
  skipLoopDetection: flag,
  skipNextSpeakerCheck: flag,
  skipStartupContext: flag,
  sessionTokenLimit: number,
  reasoningEffort: text,
  enableOpenAILogging: flag,
  openAILoggingDir: text,
  generationConfig,
  chatCompression: group({}),
});

const provider = z.looseObject({
  id: z.string(),
  name: text,
  envKey: about(text, 'Environment variable that holds the key.'),
  baseUrl: text,
  description: text,
  generationConfig,
});

export const modelProvidersSchema = about(
  z.optional(z.record(z.string(), z.array(provider))),
  'Models by protocol: openai, anthropic, gemini, vertex-ai or an id of providerProtocol.',
);

/** Keys of the top level that choose further models. */
export const furtherModels = {
  providerProtocol: textMap,
  fastModel: text,
  visionModel: text,
  compactionModel: text,
  imageModel: text,
  voiceModel: text,
  modelFallbacks: z.optional(z.union([z.string(), z.array(z.string())])),
};

export const securitySchema = group({
  auth: group({
    selectedType: z.optional(z.enum(['openai', 'anthropic', 'gemini', 'vertex-ai', 'qwen-oauth'])),
    enforcedType: text,
    useExternal: flag,
    apiKey: about(text, 'Deprecated: set OPENAI_API_KEY instead.'),
    baseUrl: about(text, 'Deprecated: set OPENAI_BASE_URL instead.'),
  }),
  folderTrust: group({
    enabled: about(flag, 'Ask whether a folder is trusted. Read from user and system settings only.'),
  }),
});

/** Ways of reporting about a run. */
export const reporting = {
  privacy: group({ usageStatisticsEnabled: flag }),
  telemetry: group({
    enabled: flag,
    target: text,
    otlpEndpoint: text,
    otlpProtocol: text,
    logPrompts: flag,
    outfile: text,
  }),
  output: group({ format: z.optional(z.enum(['text', 'json'])), showTimestamps: flag }),
};

export const advancedSchema = group({
  excludedEnvVars: about(texts, "Variables that a project's .env never sets."),
  bugCommand: anything,
  dnsResolutionOrder: text,
  runtimeOutputDir: about(text, 'Where sessions and logs are kept; QWEN_RUNTIME_DIR beats it.'),
});
