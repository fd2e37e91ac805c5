/** What a model can be shown when the settings don't say: by its name, and nothing where the name tells nothing. */
export interface Modalities {
  readonly image: boolean;
  readonly audio: boolean;
}

const KNOWN: readonly (readonly [pattern: RegExp, sees: Partial<Modalities>])[] = [
  [/^gemini/, { image: true, audio: true }],
  [/^claude/, { image: true }],
  [/omni|gpt-4o-audio/, { image: true, audio: true }],
  [/^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o[134](?!-mini\b)|o4)/, { image: true }],
  [/-vl\b|-vl-|\bvision\b|^qvq|^pixtral|^llava|^internvl|^glm-\d(?:\.\d)?v/, { image: true }],
];

/** `vendor/model` names are looked up without the vendor. */
export function modalitiesOf(modelName: string): Modalities {
  const name = modelName.toLowerCase().replace(/^.*\//, '');
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1];
  return { image: false, audio: false, ...known };
}
