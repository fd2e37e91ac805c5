import { expect, it } from 'vitest';
import { planGlob, type GlobPlan } from './glob-plan.js';

it.each<[string, GlobPlan]>([
  ['*.ts', { start: '/w', pattern: '*.ts', maxDepth: 1 }],
  ['**/*.ts', { start: '/w', pattern: '**/*.ts', maxDepth: Infinity }],
  ['src/*/a.ts', { start: '/w/src', pattern: '*/a.ts', maxDepth: 2 }],
  ['src/{a,b/c}/*.ts', { start: '/w/src', pattern: '{a,b/c}/*.ts', maxDepth: Infinity }],
  ['./src/*.ts', { start: '/w/src', pattern: '*.ts', maxDepth: 1 }],
  ['../x/*.ts', { start: '/x', pattern: '*.ts', maxDepth: 1 }],
  ['/a/b/*.ts', { start: '/a/b', pattern: '*.ts', maxDepth: 1 }],
  ['/**/*.ts', { start: '/', pattern: '**/*.ts', maxDepth: Infinity }],
  ['a/b.ts', { start: '/w/a/b.ts', pattern: '', maxDepth: 1 }],
  ['\\[a\\].ts', { start: '/w/[a].ts', pattern: '', maxDepth: 1 }],
  ['!*.ts', { start: '/w', pattern: '!*.ts', maxDepth: Infinity }],
])('%s', (pattern, expected) => {
  expect(planGlob(pattern, '/w')).toEqual(expected);
});
