/** An address as people write or copy it, as the base URL of an API. Pure; undefined when it is none. */
import { isLoopback } from '@qwen-code/qwen-code-core/models/http/loopback.js';

export function normalUrl(text: string): string | undefined {
  const typed = text.trim();
  if (/\s/.test(typed) || typed === '') return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : withScheme(typed);
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  if (!/^https?:$/.test(protocol) || hostname === '') return undefined;
  // Copied from an example of one request.
  return href.replace(/\/(?:chat\/completions|messages)\/?$/, '').replace(/\/+$/, '');
}

function withScheme(typed: string): string {
  const hostname = URL.canParse(`http://${typed}`) ? new URL(`http://${typed}`).hostname : '';
  return `${isLoopback(hostname) ? 'http' : 'https'}://${typed}`;
}
