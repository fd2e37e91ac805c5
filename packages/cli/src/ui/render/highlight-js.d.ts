/** In place of the types of highlight.js, which bring those of a browser along for the whole work tree (tsconfig.base.json). */
export type LanguageFn = (hljs: unknown) => object;
