/** What a skill says, as the model reads it: from the `skill` tool, or because the user named it as a slash command. */
import { QwenError } from '../../shared/qwen-error.js';
import { readHeadedFile } from '../../shared/headed-file.js';
import { skillFile, type Skill } from './discover-skills.js';

const PLACE_OF_ARGUMENTS = /\{\{args\}\}|\$ARGUMENTS/g;

/** Throws QwenError 'io' when its file is gone or broken. */
export async function skillText({ name, dir, within }: Skill, args: string): Promise<string> {
  const file = await readHeadedFile(skillFile(dir), within);
  if (file === undefined) throw new QwenError('io', `The skill "${name}" can't be read any more: ${skillFile(dir)}.`);
  const takesArguments = file.body.search(PLACE_OF_ARGUMENTS) !== -1;
  const body = takesArguments ? file.body.replace(PLACE_OF_ARGUMENTS, () => args) : file.body;
  const rest = args === '' || takesArguments ? '' : `\n\nArguments: ${args}`;
  return `Skill ${name}. Paths in it are relative to ${dir}\n\n${body}${rest}`;
}
