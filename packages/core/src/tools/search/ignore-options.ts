/** Which ignore files the search tools respect. */
export interface IgnoreOptions {
  /** context.fileFiltering.respectGitIgnore */
  readonly respectGitIgnore: boolean;
  /** context.fileFiltering.respectQwenIgnore: .qwenignore and the custom files. */
  readonly respectQwenIgnore: boolean;
  /** context.fileFiltering.customIgnoreFiles: further names beside .qwenignore. */
  readonly customIgnoreFiles: readonly string[];
}

export const DEFAULT_IGNORE_OPTIONS: IgnoreOptions = {
  respectGitIgnore: true,
  respectQwenIgnore: true,
  customIgnoreFiles: ['.agentignore', '.aiignore'],
};
