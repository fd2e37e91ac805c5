/** The common languages alone: an import of the whole package would bring all of them along. */
import { common, createLowlight } from 'lowlight';

export const openLowlight = (): ReturnType<typeof createLowlight> => createLowlight(common);
