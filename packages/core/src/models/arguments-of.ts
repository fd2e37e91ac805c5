/** The arguments of an earlier call as an object: APIs refuse the whole request over one that is none. */
export function argumentsOf(argumentsJson: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(argumentsJson);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
