/** What tests and benchmarks of any package may use. Never part of a build that users run. */
export { createFakeClock, type FakeClock } from './fake-clock.js';
export { buildProgram, type TestProgram } from './canary-program.js';
export { hostCanary, untilChange, watchedLedger, type CanaryHost, type CanaryOptions } from './canary-host.js';
export { createTempHome, type TempHome } from './temp-home.js';
export {
  callTools,
  createScriptedModel,
  plainText,
  say,
  type ChatMessage,
  type Script,
  type ScriptedCall,
  type ScriptedModel,
  type SeenRequest,
  type Step,
  type ToolMessage,
  type Turn,
} from './scripted-model.js';
