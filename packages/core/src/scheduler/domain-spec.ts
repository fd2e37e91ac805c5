/**
 * Holds a URL against a rule's spec: `domain:example.com`, `example.com`, `*.example.com`. A domain means itself and
 * everything below it. Pure. Hosts are compared as the URL parser of the platform reads them, so that odd spellings of a
 * host are one host.
 */
export function matchesDomainSpec(spec: string, url: string, strict: boolean): boolean {
  const wanted = hostOf(spec.replace(/^domain:/i, '').replace(/^\*\./, ''));
  const host = hostOf(url);
  if (wanted === undefined || host === undefined) return false;
  if (strict && !/^https?:\/\//i.test(url.trim())) return false;
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** The host of a URL, or of what stands for one (`example.com/x`); undefined when it is none. */
export function hostOf(text: string): string | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  // Only for special schemes does the platform's parser normalise the host.
  const parsed = parse(asHttp(whole));
  const host = parsed?.hostname.replace(/\.+$/, '').toLowerCase();
  return host === '' ? undefined : host;
}

const asHttp = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, 'http://');

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
