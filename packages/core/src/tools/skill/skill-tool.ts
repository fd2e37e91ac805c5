import type { DebugLog } from '../../shared/debug-log.js';
import { textArgument } from '../arguments.js';
import { lazyTool } from '../lazy-tool.js';
import { errorResult, okResult } from '../results.js';
import type { Tool } from '../types.js';
import type { Skill } from './discover-skills.js';

export interface SkillToolOptions {
  readonly skills: readonly Skill[];
  readonly debug?: DebugLog | undefined;
}

export function createSkillTool({ skills, debug }: SkillToolOptions): Tool {
  return lazyTool(
    {
      name: 'skill',
      displayName: 'Skill',
      description:
        'Loads the instructions of one skill for the work at hand. Use it before you begin when a listed skill fits; ' +
        'then follow what it says.',
      parameters: {
        type: 'object',
        properties: {
          skill: { type: 'string', description: 'Its name, as it is listed.' },
          args: { type: 'string', description: 'What the skill is to work on, if it takes anything.' },
        },
        required: ['skill'],
      },
      kind: 'internal',
      parallel: true,
    },
    async () => async (args) => {
      const name = (textArgument(args, 'skill') ?? '').replace(/^\//, '');
      const skill = skills.find((known) => known.name === name);
      if (skill === undefined) {
        return errorResult(`There is no skill of that name. Skills: ${skills.map((known) => known.name).join(', ')}.`);
      }
      const { skillText } = await import('./skill-text.js');
      return okResult(await skillText(skill, textArgument(args, 'args') ?? ''));
    },
    debug,
  );
}
