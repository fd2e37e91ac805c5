/**
 * A fetch that carries a server's authorisation. A request that was turned away with 401 is sent once more with a renewed
 * token, but never a `tools/call`: it is refused, and only the next one finds the new token.
 */
import type { Fetch } from '../transports/patient-fetch.js';
import type { ServerAuth } from './stored-auth.js';

export interface AuthorisedFetch {
  /** For everything but a tools/call. */
  readonly mayResend: Fetch;
  /** One request is one request. */
  readonly once: Fetch;
}

export function createAuthorisedFetch(base: Fetch, auth: ServerAuth | undefined): AuthorisedFetch {
  if (auth === undefined) return { mayResend: base, once: base };

  const send = async (url: string | URL, init: RequestInit | undefined) => {
    const header = await auth.header();
    if (header === undefined) return { header, response: await base(url, init) };
    const headers = new Headers(init?.headers);
    headers.set('authorization', header);
    return { header, response: await base(url, { ...init, headers }) };
  };

  const once: Fetch = async (url, init) => {
    const { header, response } = await send(url, init);
    if (response.status === 401 && header !== undefined) void auth.renew(header);
    return response;
  };

  const mayResend: Fetch = async (url, init) => {
    const { header, response } = await send(url, init);
    if (response.status !== 401 || header === undefined || !(await auth.renew(header))) return response;
    await response.body?.cancel();
    return (await send(url, init)).response;
  };

  return { mayResend, once };
}
