/** Whether a paste is the path of an image, as a terminal writes it when a file is dropped on it. Pure. */
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

/** The path, without quotes and escapes; undefined when it is something else. */
export function imagePath(pasted: string): string | undefined {
  const text = pasted.trim();
  const quoted = /^(["'])([^\n]+)\1$/.exec(text)?.[2];
  const path = quoted ?? text.replace(/^file:\/\/(?=\/)/, '').replace(/\\([ -/:-@[-`{-~])/g, '$1');
  const isOne = quoted !== undefined || /^(?:[^\s\\]|\\.)+$/.test(text);
  return isOne && /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])/.test(path) && IMAGE.test(path) ? path : undefined;
}
