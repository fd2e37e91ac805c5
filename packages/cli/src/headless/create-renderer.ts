/** The renderer of an output format. */
import type { OutputFormat } from '../args/parse-args.js';
import { createJsonRenderer } from './json.js';
import type { Renderer, RendererContext } from './renderer.js';
import { createStreamJsonRenderer } from './stream-json.js';
import { createTextRenderer } from './text.js';

export function createRenderer(format: OutputFormat, partial: boolean, context: RendererContext): Renderer {
  switch (format) {
    case 'text':
      return createTextRenderer(context);
    case 'json':
      return createJsonRenderer(context);
    case 'stream-json':
      return createStreamJsonRenderer(context, { partial });
  }
}
