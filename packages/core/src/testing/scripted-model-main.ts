/**
 * The scripted model as a program: `node scripted-model.mjs SCRIPT.json [PORT]`, the script a JSON array of turns.
 * Prints its base URL as the first line; with `"loop": true` beside `"turns"` the play starts over when it ends.
 */
import { readFileSync } from 'node:fs';
import { createScriptedModel, say, type Script, type Turn } from './scripted-model.js';

interface ScriptFile {
  readonly turns: readonly Turn[];
  readonly loop?: boolean;
}

const [path, port] = process.argv.slice(2);
if (path === undefined) throw new Error('Give the path of the script.');
const read = JSON.parse(readFileSync(path, 'utf8')) as readonly Turn[] | ScriptFile;
const { turns, loop = false } = 'turns' in read ? read : { turns: read };
const turnAt = (turn: number): Turn => turns[turn % turns.length] ?? say('The script is empty.');
const script: Script = loop ? ({ turn = 0 }) => turnAt(turn) : turns;
const model = await createScriptedModel(script, { port: Number(port ?? 0), keep: 1 });
process.stdout.write(`${model.url}\n`);
