/** What tests and benchmarks of any package may use. Never part of a build that users run. */
export { createFakeClock, type FakeClock } from './fake-clock.js';
export { buildProgram, type TestProgram } from './canary-program.js';
export { hostCanary, untilChange, watchedLedger, type CanaryHost, type CanaryOptions } from './canary-host.js';
export { createTempHome, type TempHome } from './temp-home.js';
