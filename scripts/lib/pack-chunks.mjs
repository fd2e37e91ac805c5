/**
 * Joins chunks that are always loaded together into packs, one file each. esbuild makes a chunk of whatever two dynamic
 * imports share, so a run would load sixty small files, which costs more than all that is in them.
 *
 * A pack is given by entries: it holds what every one of them needs at once, without what earlier packs hold. So a pack
 * imports nothing but earlier packs, and no module is in two files. Names of files carry the state of the whole build: a
 * qwen that is running never loads a file of another one.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** One file of the result. `exported`: what it exports of each of its chunks, and under which name. */
const createUnit = (name, chunks) => ({ name, chunks, exported: new Map(chunks.map((chunk) => [chunk, new Map()])) });

/**
 * `built`: a result of esbuild with `splitting`, `write: false` and `metafile`. `packs`: pack name to the ends of the paths
 * of its entries; a pack with one entry exports what that entry does. Resolves with files by name, and with the file
 * that stands for an entry now.
 */
export async function packChunks({ build, built, packs, options }) {
  const chunks = new Map(Object.entries(built.metafile.outputs).map(([path, facts]) => [basename(path), facts]));
  const contents = new Map(built.outputFiles.map(({ path, text }) => [basename(path), text]));
  const units = unitsOf(chunks, packs);
  const unitOf = new Map(units.flatMap((unit) => unit.chunks.map((chunk) => [chunk, unit])));
  const id = createHash('sha256')
    .update([...contents.values()].join('\0'))
    .digest('hex')
    .slice(0, 8);
  const fileOf = ({ name }) => `${name}.${id}.js`;

  for (const unit of units) nameExports(unit, chunks);
  const facade = (chunk) =>
    reexport(unitOf.get(chunk).exported.get(chunk), `./${fileOf(unitOf.get(chunk))}`, 'outward');
  const plugin = {
    name: 'pack-chunks',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^unit:/ }, ({ path }) => ({ path: path.slice('unit:'.length), namespace: 'unit' }));
      onLoad({ filter: /.*/, namespace: 'unit' }, ({ path }) => ({ contents: entryOf(units[Number(path)]) }));
      onResolve({ filter: /^\.\// }, ({ path, kind, importer, namespace }) => {
        const chunk = basename(path);
        const unit = unitOf.get(chunk);
        if (unit === undefined || namespace === 'facade') return { path, external: true };
        if (kind === 'dynamic-import') return { path: `./${dynamicFile(chunk)}`, external: true };
        const isInside = namespace === 'unit' || unitOf.get(importer) === unit;
        return { path: chunk, namespace: isInside ? 'chunk' : 'facade' };
      });
      onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({ contents: contents.get(path) }));
      onLoad({ filter: /.*/, namespace: 'facade' }, ({ path }) => ({ contents: facade(path) }));
    },
  };
  /** What a dynamic import of a chunk asks for: the unit itself where that exports the same names, else a file that does. */
  const doors = new Map();
  const dynamicFile = (chunk) => {
    const unit = unitOf.get(chunk);
    if (unit.chunks[0] === chunk) return fileOf(unit);
    const file = `${chunk.replace(/\.js$/, '')}.${id}.js`;
    doors.set(file, facade(chunk));
    return file;
  };
  const { outputFiles } = await build({
    ...options,
    entryPoints: units.map((unit, at) => ({ in: `unit:${at}`, out: fileOf(unit).replace(/\.js$/, '') })),
    format: 'esm',
    plugins: [plugin],
  });
  const files = new Map([...doors, ...outputFiles.map((file) => [basename(file.path), file.contents])]);
  const entryFile = (end) => dynamicFile(chunkOf(chunks, end));
  return { files, entryFile };
}

function unitsOf(chunks, packs) {
  const taken = new Set();
  const packed = Object.entries(packs).map(([name, ends]) => {
    const [first, ...others] = ends.map((end) => needed(chunks, chunkOf(chunks, end)));
    const members = [...first].filter((chunk) => !taken.has(chunk) && others.every((other) => other.has(chunk)));
    for (const chunk of members) taken.add(chunk);
    return createUnit(name, members);
  });
  const single = [...chunks.keys()].filter((chunk) => chunk.endsWith('.js') && !taken.has(chunk));
  return [...packed, ...single.map((chunk) => createUnit(chunk.replace(/\.js$/, ''), [chunk]))];
}

function chunkOf(chunks, end) {
  const found = [...chunks].find(([, { entryPoint }]) => entryPoint?.endsWith(end));
  if (found === undefined) throw new Error(`There is no entry that ends with ${end}.`);
  return found[0];
}

/** A chunk and all that it imports, itself first. */
function needed(chunks, chunk, seen = new Set()) {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const { path, kind, external } of chunks.get(chunk).imports) {
    if (kind === 'import-statement' && external !== true) needed(chunks, basename(path), seen);
  }
  return seen;
}

/** Names of the first chunk stay; those of the others are numbered, since two chunks may use the same. */
function nameExports({ chunks: members, exported }, chunks) {
  members.forEach((chunk, at) => {
    for (const name of chunks.get(chunk).exports) exported.get(chunk).set(name, at === 0 ? name : `_${at}_${name}`);
  });
}

const entryOf = ({ exported }) =>
  [...exported].map(([chunk, names]) => reexport(names, `./${chunk}`, 'inward')).join('\n');

/** `inward`: from a chunk's names to the unit's; `outward`: back. */
function reexport(names, path, direction) {
  if (names.size === 0) return `import ${JSON.stringify(path)};`;
  // Quoted: a chunk over CommonJS exports "module.exports".
  const pairs = [...names].map((pair) =>
    (direction === 'inward' ? pair : pair.toReversed()).map((name) => JSON.stringify(name)),
  );
  return `export { ${pairs.map((pair) => pair.join(' as ')).join(', ')} } from ${JSON.stringify(path)};`;
}
