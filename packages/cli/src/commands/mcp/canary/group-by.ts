/** Members of a list by a key, in the order in which the keys first occur. */
export function groupBy<T>(list: readonly T[], keyOf: (member: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const member of list) {
    const key = keyOf(member);
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return groups;
}
