import { expect, it } from 'vitest';
import { systemPrompt } from './system-prompt.js';

const facts = { date: 'Monday, 3 March 2025', os: 'linux', cwd: '/home/u/proj', interactive: true };
const ENVIRONMENT =
  '# Environment\n- Date: Monday, 3 March 2025\n- Operating system: linux\n- Working directory: /home/u/proj';

it('says what an unknown outcome asks of the model', () => {
  const prompt = systemPrompt(facts);
  expect(prompt).toContain('mcp_outcome_unknown');
  expect(prompt).toContain('Do not call that tool again with the same arguments');
  expect(prompt).toContain('read-only means');
  expect(prompt.endsWith(ENVIRONMENT)).toBe(true);
});

it('asks for questions only where somebody can answer', () => {
  expect(systemPrompt(facts)).toContain('Ask the user');
  expect(systemPrompt({ ...facts, interactive: false })).not.toContain('Ask the user');
});

it('replaces the instructions, never the environment, and appends last', () => {
  expect(systemPrompt({ ...facts, replace: 'Only rhyme.', context: 'Project: x', append: 'Be quick.' })).toBe(
    `Only rhyme.\n\n${ENVIRONMENT}\n\nProject: x\n\nBe quick.`,
  );
});

it('names the further folders of the workspace', () => {
  expect(systemPrompt({ ...facts, replace: 'x', moreDirs: ['/a', '/b'] })).toBe(
    `x\n\n${ENVIRONMENT}\n- Also in the workspace: /a, /b`,
  );
});

it('takes blank texts for none', () => {
  expect(systemPrompt({ ...facts, replace: ' ', append: '', context: '\n' })).toBe(systemPrompt(facts));
});

it('stays short enough to be read', () => {
  expect(systemPrompt(facts).length).toBeLessThan(4_000);
});
