import type { Model } from '../../models/types.js';
import type { Clock } from '../../shared/clock.js';
import type { DebugLog } from '../../shared/debug-log.js';
import type { Environment } from '../../shared/find-executable.js';
import { lazyTool } from '../lazy-tool.js';
import type { Tool } from '../types.js';

export interface WebFetchOptions {
  readonly clock: Clock;
  /** Answers the prompt over the page; asked at each call. */
  readonly model: () => Model;
  readonly userAgent: string;
  /** --proxy or the `proxy` setting; beats the environment. */
  readonly proxy?: string | undefined;
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are read from it. */
  readonly env: Environment;
  readonly debug?: DebugLog | undefined;
}

export function createWebFetchTool(options: WebFetchOptions): Tool {
  return lazyTool(
    {
      name: 'web_fetch',
      displayName: 'WebFetch',
      description:
        'Fetches one http(s) page and answers a prompt about it; the page itself is not returned. ' +
        'A redirect to another host is reported, not followed: call again with that address.',
      parameters: {
        type: 'object',
        properties: {
          url: { type: 'string', description: 'Absolute address, http or https.' },
          prompt: { type: 'string', description: 'What to find out from the page.' },
          format: {
            type: 'string',
            enum: ['auto', 'markdown', 'html', 'text'],
            description: 'How an HTML page is read. Default auto: as Markdown.',
          },
        },
        required: ['url', 'prompt'],
      },
      kind: 'fetch',
      parallel: true,
      deferred: true,
    },
    async () => (await import('./web-fetch.js')).webFetchWith(options),
    options.debug,
  );
}
