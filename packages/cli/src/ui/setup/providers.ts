/** Where a model can be had, as the set-up offers it. Data. */
import { PROTOCOLS, type Protocol } from '@qwen-code/qwen-code-core/models/protocols.js';

export interface Provider {
  readonly label: string;
  readonly protocol: Protocol;
  /** What the address is filled in with. */
  readonly baseUrl: string;
  /** Whether the address is asked for. */
  readonly asksUrl: boolean;
  /** Which address is meant. */
  readonly aboutUrl: string;
  /** Where a key is to be had. */
  readonly aboutKey: string;
  /** A server that was found on this machine, and its models; it needs no key. */
  readonly found?: readonly string[];
}

export const LOCAL_SERVERS: readonly { readonly name: string; readonly port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
];

export const PROVIDERS: readonly Provider[] = [
  {
    label: 'Alibaba Cloud Model Studio (DashScope): the Qwen models',
    protocol: 'openai',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    asksUrl: true,
    aboutUrl: 'Outside mainland China the host is dashscope-intl.aliyuncs.com, in the US dashscope-us.aliyuncs.com.',
    aboutKey: 'Keys are made in the console of Model Studio (bailian.console.aliyun.com).',
  },
  {
    label: 'OpenAI',
    protocol: 'openai',
    baseUrl: PROTOCOLS.openai.baseUrl,
    asksUrl: false,
    aboutUrl: '',
    aboutKey: 'Keys are made at platform.openai.com/api-keys.',
  },
  {
    label: 'OpenRouter',
    protocol: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    asksUrl: false,
    aboutUrl: '',
    aboutKey: 'Keys are made at openrouter.ai/keys.',
  },
  {
    label: 'Anthropic',
    protocol: 'anthropic',
    baseUrl: PROTOCOLS.anthropic.baseUrl,
    asksUrl: false,
    aboutUrl: '',
    aboutKey: 'Keys are made at console.anthropic.com.',
  },
  {
    label: 'Google Gemini',
    protocol: 'gemini',
    baseUrl: PROTOCOLS.gemini.baseUrl,
    asksUrl: false,
    aboutUrl: '',
    aboutKey: 'Keys are made at aistudio.google.com/apikey.',
  },
  {
    label: 'A server on this machine (Ollama, LM Studio, llama.cpp, vLLM)',
    protocol: 'openai',
    baseUrl: 'http://localhost:11434/v1',
    asksUrl: true,
    aboutUrl: 'Ollama listens on port 11434, LM Studio on 1234, llama.cpp on 8080, vLLM on 8000.',
    aboutKey: '',
  },
  {
    label: 'Another OpenAI-compatible endpoint',
    protocol: 'openai',
    baseUrl: '',
    asksUrl: true,
    aboutUrl: 'The address of the API, which often ends in /v1.',
    aboutKey: 'Where none is checked, any word will do.',
  },
];
