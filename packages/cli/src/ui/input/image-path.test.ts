import { expect, it } from 'vitest';
import { imagePath } from './image-path.js';

it.each([
  ['/home/u/shot.png', '/home/u/shot.png'],
  ['/home/u/my\\ shot.PNG ', '/home/u/my shot.PNG'],
  ["'/home/u/my shot.jpeg'", '/home/u/my shot.jpeg'],
  ['"C:\\Users\\u\\a.webp"', 'C:\\Users\\u\\a.webp'],
  ['file:///home/u/a.gif', '/home/u/a.gif'],
  ['~/a.png', '~/a.png'],
  ['./a.png', './a.png'],
  ['a.png', undefined],
  ['/home/u/notes.txt', undefined],
  ['see /home/u/a.png', undefined],
  ['/home/u/my shot.png', undefined],
  ['/a.png\n/b.png', undefined],
])('%j is the image %j', (pasted, expected) => {
  expect(imagePath(pasted)).toBe(expected);
});
