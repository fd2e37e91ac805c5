/** What stands in the place of something that the model can't be shown. */
import type { MediaPart } from './types.js';

export const leftOut = ({ kind, mimeType }: MediaPart): string =>
  `[${mimeType} left out: this model takes no ${kind}; set model.generationConfig.modalities.${kind} to true if it does]`;
