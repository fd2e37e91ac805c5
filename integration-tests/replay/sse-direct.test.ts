import { businessCases } from './business-cases.js';
import { crashCases } from './crash-cases.js';
import { describeReplay } from './describe-replay.js';
import { gateCases } from './gate-cases.js';
import { rediscoveryCases } from './rediscovery-cases.js';

describeReplay('gates', gateCases, 'sse', 'direct');
describeReplay('deaths', crashCases, 'sse', 'direct');
describeReplay('rediscovery', rediscoveryCases, 'sse', 'direct');

describeReplay('answers', businessCases, 'sse', 'direct');
