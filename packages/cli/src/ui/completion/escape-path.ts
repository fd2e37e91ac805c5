/** A path as it stands after `@`, so that the message's reader finds it again: white space, quotes and backslashes escaped. Pure. */
export const escapePath = (path: string): string => path.replace(/[\s\\"']/g, '\\$&');
