/** The protocols that are spoken: where each one is found and which variables of the environment belong to it. */
export type Protocol = 'openai' | 'anthropic' | 'gemini' | 'vertex-ai';

export interface ProtocolFacts {
  readonly keyName: string;
  readonly baseUrlName: string;
  readonly modelNames: readonly string[];
  readonly baseUrl: string;
  /** Where the settings and the environment name none; model names age, so only one protocol has such a model. */
  readonly model?: string;
}

export const PROTOCOLS: Readonly<Record<Protocol, ProtocolFacts>> = {
  openai: {
    keyName: 'OPENAI_API_KEY',
    baseUrlName: 'OPENAI_BASE_URL',
    modelNames: ['OPENAI_MODEL', 'QWEN_MODEL'],
    baseUrl: 'https://api.openai.com/v1',
    model: 'qwen3.7-max',
  },
  anthropic: {
    keyName: 'ANTHROPIC_API_KEY',
    baseUrlName: 'ANTHROPIC_BASE_URL',
    modelNames: ['ANTHROPIC_MODEL'],
    baseUrl: 'https://api.anthropic.com',
  },
  gemini: {
    keyName: 'GEMINI_API_KEY',
    baseUrlName: 'GOOGLE_GEMINI_BASE_URL',
    modelNames: ['GEMINI_MODEL'],
    baseUrl: 'https://generativelanguage.googleapis.com',
  },
  'vertex-ai': {
    keyName: 'GOOGLE_API_KEY',
    baseUrlName: 'GOOGLE_VERTEX_BASE_URL',
    modelNames: ['GOOGLE_MODEL'],
    baseUrl: 'https://aiplatform.googleapis.com',
  },
};

/** OpenAI-compatible services with a key variable of their own: it is used for their hosts alone. */
export const SERVICES: readonly { readonly keyName: string; readonly host: RegExp; readonly baseUrl: string }[] = [
  {
    keyName: 'BAILIAN_CODING_PLAN_API_KEY',
    host: /^coding(?:-intl)?\.dashscope\.aliyuncs\.com$/,
    baseUrl: 'https://coding.dashscope.aliyuncs.com/v1',
  },
  {
    keyName: 'DASHSCOPE_API_KEY',
    host: /^dashscope(?:-intl|-us)?\.aliyuncs\.com$/,
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  },
  { keyName: 'OPENROUTER_API_KEY', host: /(?:^|\.)openrouter\.ai$/, baseUrl: 'https://openrouter.ai/api/v1' },
  { keyName: 'REQUESTY_API_KEY', host: /(?:^|\.)requesty\.ai$/, baseUrl: 'https://router.requesty.ai/v1' },
];

export const isProtocol = (type: string): type is Protocol => Object.hasOwn(PROTOCOLS, type);
