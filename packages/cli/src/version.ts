/** The version, put in by the build; sources that run unbundled (unit tests) say so. */
declare const __QWEN_VERSION__: string | undefined;

export const VERSION: string = typeof __QWEN_VERSION__ === 'string' ? __QWEN_VERSION__ : '0.0.0-source';
