/**
 * What a file system error means for the one who asked, by its code. Says nothing of other errors.
 */
const MEANING: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be accessed: permission denied',
  EPERM: 'may not be changed: operation not permitted',
  EISDIR: 'is a directory, not a file',
  ENOTDIR: 'leads through something that is not a directory',
  ENOTEMPTY: 'is a directory that is not empty',
  EEXIST: 'already exists',
  ELOOP: 'goes in circles through symbolic links',
  ENAMETOOLONG: 'is too long for this file system',
  EINVAL: 'is not a valid path here',
  EMFILE: 'could not be opened: too many files are open',
  ENFILE: 'could not be opened: too many files are open',
  ENOSPC: 'could not be written: no space left on the device',
  EDQUOT: 'could not be written: the disk quota is used up',
  EROFS: 'is on a read-only file system',
  ETXTBSY: 'is being executed and may not be changed now',
  EBUSY: 'is in use',
  EIO: 'could not be read or written: the device reported an error',
};

/** One sentence that names the path, or undefined when the error is not a file system's. `path` beats the error's own. */
export function explainFileError(error: unknown, path?: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const meaning = MEANING[error.code];
  const named = path ?? ('path' in error && typeof error.path === 'string' ? error.path : undefined);
  if (named === undefined) return meaning === undefined ? undefined : `A path ${meaning}.`;
  return `${named} ${meaning ?? `could not be used (${error.code})`}.`;
}
