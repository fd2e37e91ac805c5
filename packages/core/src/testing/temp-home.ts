/** A home, a project and settings of a test's own, removed afterwards. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempHome {
  /** Directory over the others; put anything else of the test here. */
  readonly root: string;
  readonly home: string;
  /** `<home>/.qwen`, the value of QWEN_HOME. */
  readonly qwenHome: string;
  readonly project: string;
  /** Writes `<qwenHome>/settings.json`. */
  writeUserSettings(settings: unknown): Promise<void>;
  /** Writes `<project>/.qwen/settings.json`. */
  writeProjectSettings(settings: unknown): Promise<void>;
  /** Writes any file under the root, its directories as needed. */
  write(path: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createTempHome(): Promise<TempHome> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'qwen-test-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const qwenHome = join(home, '.qwen');
  await mkdir(qwenHome, { recursive: true });
  await mkdir(project, { recursive: true });
  const write = async (path: string, text: string): Promise<string> => {
    const whole = join(root, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
    return whole;
  };
  const writeJson = async (path: string, value: unknown): Promise<void> => {
    await write(path, `${JSON.stringify(value, undefined, 2)}\n`);
  };
  return {
    root,
    home,
    qwenHome,
    project,
    writeUserSettings: (settings) => writeJson('home/.qwen/settings.json', settings),
    writeProjectSettings: (settings) => writeJson('project/.qwen/settings.json', settings),
    write,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
