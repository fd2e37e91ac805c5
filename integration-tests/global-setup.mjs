/** Before the integration tests: the bundle at the state of the sources, unless another binary is under test. */
import { ensureBuilt } from '../scripts/bootstrap.mjs';

export default async function setup() {
  if (!process.env.QWEN_BIN) await ensureBuilt();
}
