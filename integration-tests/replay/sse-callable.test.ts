import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';

describeReplay('gates', gateCases, 'sse', 'callable');
describeReplay('deaths', crashCases, 'sse', 'callable');
describeReplay('rediscovery', rediscoveryCases, 'sse', 'callable');

describeReplay('answers', businessCases, 'sse', 'callable');
