/** The YAML library, in a module that is loaded when it is needed: a bundle gives a dynamic import of CommonJS no names. */
import { parse } from 'yaml';

/** Throws what the library throws. */
export const parseYaml = (text: string): unknown => parse(text);
